"""The admin, and the files of `dist/`."""

from django.conf import settings
from django.contrib import admin
from django.urls import path, re_path
from django.views.static import serve

urlpatterns = [
    path("admin/", admin.site.urls),
    re_path(r"^dist/(?P<path>.+)$", serve, {"document_root": settings.DIST}),
]
