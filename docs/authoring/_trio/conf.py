project = "Trio"
extensions = ["myst_parser", "verify"]
html_theme = "alabaster"
