"""How strong the checks are: the rule code is broken in many small ways, and the pages are asked whether they notice.

``python -m verify strength``. The breaks are made by mutmut's operators (:mod:`verify.strength.breaks`), in rules and
in what they reach (:mod:`verify.strength.code`), one at a time, and never on disk: the processes that run the checks
(:mod:`verify.strength.trial`) read the broken text in place of the file.
"""
