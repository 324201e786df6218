"""Offline grader for multiple-choice question answering (MCQA) rollouts."""

__version__ = "0.1.0"
