"""A table in software: hands, magnets, sand and radio nodes, plugged in below the real drivers."""
