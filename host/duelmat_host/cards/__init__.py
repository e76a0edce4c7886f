"""The cards of the table: which tags are on which sleeve, and which card is in it."""

from .enrolment import Enrolment
from .face import Face
from .registry import Registry, Sleeve, Tagged

__all__ = ["Enrolment", "Face", "Registry", "Sleeve", "Tagged"]
