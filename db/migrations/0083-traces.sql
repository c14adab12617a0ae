-- The span that wrote a row, as a W3C `traceparent`; null unless it was recorded.
alter table outbox add column trace_context text;
alter table sync_batch add column trace_context text;
