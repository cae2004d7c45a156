"""The checks of card files, one module an idea.

Each has a function from a `Subject` (one card in its file) or from a whole file to findings.
"""
