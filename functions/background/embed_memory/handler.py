"""Stream of the memories table: gives what was written its vector.

Its operation: commonplace/search/embed_memory.py.
"""

from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response

from commonplace.operations.http import process
from commonplace.search.embed_memory import Batch


def handler(event: dict[str, Any], _context: object) -> Any:
    """Do each record of a batch, and report those that failed."""
    processor = BatchProcessor(EventType.DynamoDBStreams, raise_on_entire_batch_failure=False)
    return process_partial_response(event, Batch(process(), event).embed, processor)
