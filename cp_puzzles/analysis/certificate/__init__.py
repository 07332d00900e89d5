"""Certificates: proofs of the number of solutions that a short independent program checks."""
