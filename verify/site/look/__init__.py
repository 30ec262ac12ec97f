"""How the site looks: its type and colours, playing cards as pictures, figures drawn from positions of the games."""
