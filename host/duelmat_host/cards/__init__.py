"""The cards of the table: which tags are on which sleeve, and which card is in it."""

from .enrolment import Enrolment
from .registry import Registry, Sleeve, Tagged, TagFace

__all__ = ["Enrolment", "Registry", "Sleeve", "TagFace", "Tagged"]
