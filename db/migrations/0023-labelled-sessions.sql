-- Sessions that count under a label are few among all that a client trained: a coach's list of issues reads them alone.
-- Who writes sessions waits while it is built: for a moment, of some hundred rows a year and client, and no longer than
-- the migrating role's own timeout.
-- squawk-ignore require-concurrent-index-creation
create index workout_session_labelled_idx on workout_session (relationship_id, local_date, id)
  where status = 'SUBMITTED' and performed_from <> 'CURRENT';
