"""The database: tables, migrations, and every SQL statement of the server."""
