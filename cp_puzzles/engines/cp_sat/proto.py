"""The CP-SAT model as text, for other programs and for reading."""

from __future__ import annotations

from cp_puzzles.cover.goal import Goal
from cp_puzzles.engines.base import Part, Question
from cp_puzzles.engines.cp_sat.model import compile_model
from cp_puzzles.engines.cp_sat.settings import Settings


def model_text(question: Question, goal: Goal | None = None) -> str:
    """The model of a question in the text format of protocol buffers (CpModelProto)."""
    compiled = compile_model(question, Part(), Settings.of(question.settings))
    if goal is not None:
        value = goal.constant + sum(weight * compiled.chosen[option] for option, weight in goal.weights)
        (compiled.model.maximize if goal.maximize else compiled.model.minimize)(value)
    return str(compiled.model.proto)
