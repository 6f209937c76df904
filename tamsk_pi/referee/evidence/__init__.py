"""What each ruling rests on: from the state in which it is made to a `Why`. Nothing here decides anything.

One module a subject, one function a kind of ruling or reason; the rules call them where they rule.
"""
