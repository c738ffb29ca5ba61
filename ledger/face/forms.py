"""The form renderer: `{{ form }}` and `{{ form.name.as_field_group }}` use the components of this site."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
