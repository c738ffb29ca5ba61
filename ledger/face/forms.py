"""Every Django form is drawn by our own components: `{{ form }}` and `{{ form.name.as_field_group }}` alike."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
