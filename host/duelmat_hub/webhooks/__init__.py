"""Webhooks: what an event publishes is told to other programs, signed and in order.

Nothing here can hold an event up: each receiver has a task of its own and a bounded queue.
"""

from duelmat_hub.webhooks.file import Webhook, read_webhooks
from duelmat_hub.webhooks.sending import Webhooks, WebhookState

__all__ = ["Webhook", "WebhookState", "Webhooks", "read_webhooks"]
