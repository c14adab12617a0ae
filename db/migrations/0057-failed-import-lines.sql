-- A line of a file that fails by itself has an outcome of its own, so that its slice goes on.
alter table invitation_import_line drop constraint invitation_import_line_outcome_check;
alter table invitation_import_line add constraint invitation_import_line_outcome_check
  check (outcome in ('INVITED', 'SCHEDULED', 'STANDING', 'ALREADY_CLIENT', 'TOO_MANY_OPEN', 'INVALID', 'FAILED')) not valid;

-- They are few, and counted for operators.
-- squawk-ignore require-concurrent-index-creation
create index invitation_import_line_failed_idx on invitation_import_line (import_id) where outcome = 'FAILED';
