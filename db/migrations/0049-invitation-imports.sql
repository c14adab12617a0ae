-- Invitations by file come in slices. An import is bound to the key of its file; each line has its outcome in the
-- transaction that invited by it. Who is invited stands in the invitation alone, WAITING until its line has an outcome.
create table invitation_import (
  id uuid primary key,
  workspace_id uuid not null references coach_workspace (id),
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  -- When the last line had its outcome.
  done_at timestamptz
);
create index invitation_import_created_at_idx on invitation_import (created_at);

create table invitation_import_line (
  import_id uuid not null references invitation_import (id) on delete cascade,
  line integer not null,
  -- Null while the line waits.
  outcome text,
  fault text,
  -- The invitation that waits, or that the line came to; no foreign key, since one that is not needed goes.
  invitation_id uuid,
  send_at timestamptz,
  primary key (import_id, line),
  constraint invitation_import_line_outcome_check
    check (outcome in ('INVITED', 'SCHEDULED', 'STANDING', 'ALREADY_CLIENT', 'TOO_MANY_OPEN', 'INVALID'))
);

alter table invitation drop constraint invitation_status_check;
alter table invitation add constraint invitation_status_check
  check (status in ('WAITING', 'SCHEDULED', 'ACTIVE', 'CONSUMED', 'EXPIRED', 'REVOKED')) not valid;
