"""The CP-SAT model as text, for other programs and for reading."""

from __future__ import annotations

from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.cp_sat.model import compile_model
from cp_puzzles.engines.cp_sat.settings import Settings


def model_text(question: Question) -> str:
    """The model of a question in the text format of protocol buffers (CpModelProto)."""
    return str(compile_model(question, Part(), Settings.of(question.settings)).model.proto)
