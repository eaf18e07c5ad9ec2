"""The tables: the only code that talks to DynamoDB."""
