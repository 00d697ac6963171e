"""<ag-ui-chat>: one view of the headless chat. It never imports js."""
