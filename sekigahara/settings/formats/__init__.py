"""How dates are written, where that is not as Django has it: one module for each language."""
