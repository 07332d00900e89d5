"""Forecasts of the work and the time of a search by each engine, and the choice of the engine."""
