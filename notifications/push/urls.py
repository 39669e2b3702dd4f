from django.urls import path

from notifications.push import views

urlpatterns = [
    path("", views.add, name="add-device"),
    path("renew/", views.renew, name="renew-device"),
    path("<slug:device>/end/", views.end, name="end-device"),
    path("<slug:device>/test/", views.trial, name="try-device"),
]
