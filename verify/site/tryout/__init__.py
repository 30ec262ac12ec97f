"""Draws calculators and tables to play at; the same Python code then runs in the reader's browser.

Two directives: ``{calculator} GAME`` draws a form made from the options of the game's score command, ``{play-table}
GAME`` a table on which a deal is played against the machine or watched. Both are static HTML that explains itself; the
interpreter, served from the site, starts when the reader asks for it. Without it (npm was missing when the site was
built) the pages say so and name the command to use instead.
"""
