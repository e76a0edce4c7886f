"""Webhooks: what an event publishes is told to other programs, signed and in order.

Nothing here can hold an event up: each receiver has a task of its own. What is to be told follows
from the event's log, and the store keeps how far each receiver was told.
"""

from duelmat_hub.webhooks.file import Webhook, read_webhooks
from duelmat_hub.webhooks.progress import ProgressStore
from duelmat_hub.webhooks.sending import Webhooks, WebhookState

__all__ = ["ProgressStore", "Webhook", "WebhookState", "Webhooks", "read_webhooks"]
