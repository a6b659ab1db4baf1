"""The dashboard of a data set: the panels of a page with controls.

`widget` shows it in a notebook and needs ipywidgets, `web` shows it in the browser and needs Starlette and uvicorn;
neither needs the other's packages.
"""
