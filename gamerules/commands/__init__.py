"""The commands of ``gamerules``, one module each; :data:`gamerules.cli.COMMANDS` is the table of them."""
