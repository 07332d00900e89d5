"""The engines that enumerate the solutions of a part of a question, behind one protocol."""
