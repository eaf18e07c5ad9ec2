"""DynamoDB's API over one SQLite file, in process; see README.md.

>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> client = connect(f"{folder.name}/tables.db")
>>> created = client.create_table(
...     TableName="notes",
...     BillingMode="PAY_PER_REQUEST",
...     AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
...     KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
... )
>>> put = client.put_item(TableName="notes", Item={"id": {"S": "first"}, "text": {"S": "Hello"}})
>>> client.get_item(TableName="notes", Key={"id": {"S": "first"}})["Item"]
{'id': {'S': 'first'}, 'text': {'S': 'Hello'}}
>>> client.close()
>>> folder.cleanup()
"""

from .client import connect, connect_streams
from .engine import Engine
from .faults import Faults
from .meter import Call, Meter

__all__ = ["Call", "Engine", "Faults", "Meter", "connect", "connect_streams"]
