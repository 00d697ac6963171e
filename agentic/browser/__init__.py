"""Everything that touches the page: the only package that imports js and pyodide.

No module here holds a JavaScript object, nor looks at the document, while it is imported: the memory snapshot is taken
in Node, where there is no document and no proxy may be alive.
"""
