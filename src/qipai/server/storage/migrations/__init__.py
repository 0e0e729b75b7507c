"""The history of the tables, kept by Alembic."""
