"""Any page, read and worked by what a person sees of it: the page map, references, and the tools of `page-tools`."""
