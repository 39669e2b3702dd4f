"""The pages of webhooks, below ``/me/webhooks/``."""

from django.urls import path

from notifications.webhooks import views

urlpatterns = [
    path("", views.webhooks, name="webhooks"),
    path("new/", views.new, name="new-webhook"),
    path("<slug:key>/", views.webhook, name="webhook"),
    path("<slug:key>/test/", views.trial, name="webhook-trial"),
    path("<slug:key>/secret/", views.rotate, name="webhook-secret"),
    path("<slug:key>/on/", views.switch_on, name="webhook-on"),
    path("<slug:key>/delete/", views.delete, name="webhook-delete"),
    path("<slug:key>/deliveries/<slug:message_id>/", views.redeliver, name="webhook-redeliver"),
]
