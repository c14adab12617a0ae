-- Days whose undo is not over, by its end and the byte that assigns relationships to lanes: a lane finds those that
-- become final, and when the next of its share does. Devices' actors of the previous release, which made days final
-- before, go on with agenda_day_undo_idx until they have ended.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
create index concurrently agenda_day_undo_ends_idx on agenda_day (undo_closes_at, get_byte(uuid_send(relationship_id), 15))
  where undo_closed_at is null and undo_closes_at is not null;
