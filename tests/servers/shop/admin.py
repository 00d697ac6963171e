"""What the Django admin shows of the shop."""

from types import MappingProxyType

from django.contrib import admin

from tests.servers.shop.models import Customer, Line, Order, Tag


class Lines(admin.TabularInline):
    model = Line
    extra = 1


@admin.register(Customer)
class Customers(admin.ModelAdmin):
    search_fields = ("name",)


@admin.register(Order)
class Orders(admin.ModelAdmin):
    list_display = ("number", "customer", "shipping", "paid")
    list_editable = ("paid",)
    list_filter = ("shipping",)
    search_fields = ("number",)
    autocomplete_fields = ("customer",)
    filter_horizontal = ("tags",)
    radio_fields = MappingProxyType({"priority": admin.HORIZONTAL})
    inlines = (Lines,)


admin.site.register(Tag)
