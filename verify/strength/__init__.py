"""How strong the checks are: the rules are broken in many small ways, and the pages are asked whether they notice."""
