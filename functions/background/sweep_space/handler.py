"""Stream of the erasures table, tasks: deletes what is older than the erasure from one partition of one table.

Its operation: commonplace/erasure/sweeping.py.
"""

from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response

from commonplace.erasure.background import sweep_spaces
from commonplace.operations.http import process


def handler(event: dict[str, Any], context: Any) -> Any:
    """Do each record of a batch, and report those that failed."""
    batch = sweep_spaces(process(), context.get_remaining_time_in_millis)
    processor = BatchProcessor(EventType.DynamoDBStreams, raise_on_entire_batch_failure=False)
    return process_partial_response(event, batch.do, processor)
