"""What the shop keeps: customers, and orders with their lines."""

from django.db import models


class Customer(models.Model):
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Tag(models.Model):
    name = models.CharField(max_length=40)

    def __str__(self) -> str:
        return self.name


class Order(models.Model):
    """One field for each kind of widget that the admin has."""

    number = models.CharField(max_length=20, unique=True)
    customer = models.ForeignKey(Customer, models.CASCADE)
    shipping = models.CharField(max_length=10, choices=[("standard", "Standard"), ("express", "Express")])
    due = models.DateField(null=True, blank=True)
    packed = models.DateTimeField(null=True, blank=True)
    paid = models.BooleanField(default=False)
    priority = models.CharField(max_length=5, choices=[("low", "Low"), ("high", "High")], default="low")
    note = models.TextField(blank=True)
    tags = models.ManyToManyField(Tag, blank=True)

    def __str__(self) -> str:
        return f"Order {self.number}"


class Line(models.Model):
    order = models.ForeignKey(Order, models.CASCADE)
    article = models.CharField(max_length=40)
    pieces = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.article
