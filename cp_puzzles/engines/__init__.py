"""The engines that enumerate the solutions of a part of a request, behind one protocol."""
