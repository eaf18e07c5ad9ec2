"""Stream of the erasures table, new orders: lists what there is to sweep, and starts it.

Its operation: commonplace/erasure/rounds.py.
"""

from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response

from commonplace.erasure.background import fan_out
from commonplace.operations.http import process


def handler(event: dict[str, Any], _context: object) -> Any:
    """Do each record of a batch, and report those that failed."""
    processor = BatchProcessor(EventType.DynamoDBStreams, raise_on_entire_batch_failure=False)
    return process_partial_response(event, fan_out(process()).do, processor)
