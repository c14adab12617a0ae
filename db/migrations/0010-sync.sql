-- One row a relationship, locked by every act that writes for it, so that it has one writer at a time.
-- seq counts changes for the sync cursor; epoch tells a restored database from its past, and restored_at when
-- its epoch was drawn anew for that.
create table relationship_scope (
  relationship_id uuid primary key references relationship (id),
  seq bigint not null default 0,
  epoch uuid not null,
  restored_at timestamptz
) with (fillfactor = 50);

create table scope_change (
  relationship_id uuid not null,
  seq bigint not null,
  changes jsonb not null,
  changed_at timestamptz not null,
  primary key (relationship_id, seq)
);
-- What is kept for a time is taken away oldest first, a slice at a time.
create index scope_change_changed_at_idx on scope_change (changed_at);

create table device_lineage (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  app_surface text not null,
  installation_id uuid not null,
  created_at timestamptz not null,
  constraint device_lineage_app_surface_check check (app_surface in ('COACH_MOBILE', 'CLIENT_MOBILE')),
  constraint device_lineage_user_surface_installation_unique
    unique (user_id, app_surface, installation_id)
);
create index device_lineage_installation_id_idx on device_lineage (installation_id);

-- Receipts are full for 400 days. Up to `pruned_seq` a device's chain was looked through: what is left of
-- it there is kept for a reason, and `kept_digest` covers its hashes; `pruned_hash` is the hash at
-- `pruned_seq`. So the chain can be verified on what is left of it.
create table device (
  id uuid primary key,
  lineage_id uuid not null references device_lineage (id),
  user_id uuid not null references app_user (id),
  app_session_id uuid,
  status text not null,
  replaces_device_id uuid,
  app_version text not null,
  build_number integer not null,
  platform text not null,
  os_version text not null,
  push_token_id uuid,
  chain_seq bigint not null default 0,
  chain_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz,
  pruned_seq bigint not null default 0,
  pruned_hash text,
  kept_digest text,
  revocation text,
  constraint device_status_check check (status in ('ACTIVE', 'REVOKED')),
  constraint device_revocation_check check (
    revocation in ('REVOKED', 'REGISTERED_AGAIN', 'ACCOUNT_SWITCH', 'SESSION_ENDED', 'TOO_MANY_DEVICES')
  ),
  constraint device_revoked_check check ((revocation is null) = (status = 'ACTIVE')),
  constraint device_platform_check check (platform in ('IOS', 'ANDROID')),
  constraint device_pruned_check
    check ((pruned_seq = 0) = (pruned_hash is null) and (pruned_hash is null) = (kept_digest is null))
) with (fillfactor = 70);
create unique index device_lineage_active_unique on device (lineage_id) where status = 'ACTIVE';
create index device_user_id_idx on device (user_id);

-- Not a fact: what a device last said of itself. Its failure never fails a sync.
create table device_seen (
  device_id uuid primary key,
  last_sync_at timestamptz not null,
  outbox_depth integer,
  outbox_oldest_at timestamptz,
  outbox_rejected integer,
  outbox_conflicted integer,
  -- When it said so of its outbox, and since when it names the same oldest operation.
  outbox_reported_at timestamptz,
  outbox_oldest_since timestamptz,
  -- When it was told that the outbox is stuck, or the device silent.
  stuck_told_at timestamptz,
  silent_told_at timestamptz,
  -- The device's clock minus the server's, at the last sync that said it. Reads say it too, and belong
  -- to no batch.
  clock_offset_ms bigint,
  clock_round_trip_ms integer,
  clock_read_at timestamptz
) with (fillfactor = 50);

create table sync_batch (
  id uuid primary key,
  device_id uuid not null,
  lineage_id uuid not null,
  relationship_id uuid not null,
  operation_count integer not null,
  accepted_count integer not null,
  rejected_count integer not null,
  conflict_count integer not null,
  deferred_count integer not null,
  status text not null,
  settle_attempts integer not null default 0,
  failure_code text,
  request_id text not null,
  admitted_at timestamptz not null,
  settled_at timestamptz,
  -- The device's clock minus the server's, when the batch was received.
  received_at timestamptz,
  clock_offset_ms bigint,
  clock_round_trip_ms integer,
  -- When it is settled: at once, after a failed settlement at its next try.
  next_settle_at timestamptz not null,
  -- Which lane settled it, in which run: from a receipt to the history that tells of it.
  settled_lane integer,
  settled_run uuid,
  -- The places of its receipts on the device's chain, one after the other; null when it has none.
  chain_first bigint,
  chain_last bigint,
  constraint sync_batch_status_check check (status in ('ADMITTED', 'SETTLED'))
) with (fillfactor = 80);
create index sync_batch_device_id_admitted_at_idx on sync_batch (device_id, admitted_at);
-- The chain of a device, batch by batch; a place on it is taken once.
alter table sync_batch
  add constraint sync_batch_chain_unique unique (device_id, chain_first);
-- What was refused of a device, without reading through what was accepted.
create index sync_batch_refused_idx on sync_batch (device_id, chain_first)
  where (rejected_count + conflict_count) > 0;
-- Batches are settled by lanes, each a share of the relationships by the last byte of their id: one that
-- is ADMITTED says by itself that its lane is due.
create index sync_batch_due_idx
  on sync_batch (next_settle_at, get_byte(uuid_send(relationship_id), 15)) where status = 'ADMITTED';

-- Raw request as it came, compressed by the process; kept 90 days, read by support only. Never updated.
create table sync_request (
  batch_id uuid primary key,
  body bytea storage external not null,
  received_at timestamptz not null
);

create trigger sync_request_append_only before update on sync_request
  for each row execute function refuse_rewriting();

-- What a batch was answered, compressed by the process: a line for each operation with a verdict, in the order
-- of their chain, with all that its hash covers. Kept 400 days, never updated. A replay returns the answer byte
-- for byte.
create table sync_answers (
  batch_id uuid primary key,
  lines bytea storage external not null
);
create trigger sync_answers_append_only before update on sync_answers
  for each row execute function refuse_rewriting();

-- One row an operation for the life of the account: enough to replay its verdict, and to refuse another under its
-- id. The key is half a hash of the lineage, so that all of one stand together, and half a hash of lineage,
-- relationship and operation id; the fingerprint is the first half of its SHA-256. Its id is its batch's, the
-- last 16 bits counted on. Verdicts are numbered in contract/; one below zero says that another operation was
-- sent in place of this one.
create table receipt (
  op_key uuid primary key,
  receipt_id uuid not null,
  fingerprint uuid not null,
  revision bigint,
  -- squawk-ignore prefer-bigint-over-smallint
  verdict smallint not null,
  canonical_id uuid
);

-- A batch as a phone named it, so that it can ask what became of it when the answer was lost: also of one of which
-- nothing was decided. Ids of its operations with their fingerprints.
create table client_batch (
  lineage_id uuid not null,
  relationship_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  operations jsonb not null,
  received_at timestamptz not null,
  -- When it was told that all of it has its verdict.
  told_at timestamptz,
  primary key (lineage_id, relationship_id, id)
);
create index client_batch_untold_idx on client_batch (relationship_id) where told_at is null;
create index client_batch_received_at_idx on client_batch (received_at);

-- What stays full when its batch's answers go: a conflict that nobody resolved, what an audit row cites.
create table receipt_kept (
  device_id uuid not null,
  chain_seq bigint not null,
  receipt_id uuid not null,
  client_operation_id text collate "C" not null,
  status text not null,
  previous_hash text not null,
  hash text not null,
  line text not null,
  primary key (device_id, chain_seq),
  constraint receipt_kept_receipt_id_unique unique (receipt_id),
  constraint receipt_kept_status_check check (status in ('ACCEPTED', 'REJECTED', 'CONFLICT'))
);

-- An operation that is deferred with its envelope: its rule or write crashed and the device's actor tries
-- it again, or its media are on their way, or what it depends on.
create table deferred_operation (
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_operation_id text collate "C" not null,
  device_id uuid not null,
  batch_id uuid not null,
  ordinal integer not null,
  reason text not null,
  state text not null,
  attempts integer not null,
  next_attempt_at timestamptz not null,
  fault_class text not null,
  fingerprint text not null,
  envelope text not null,
  diagnostics_ref uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A quarantined operation goes on under an id of the server.
  redriven_as text collate "C",
  primary key (lineage_id, relationship_id, client_operation_id),
  constraint deferred_operation_reason_check check (reason in ('FAULT', 'MEDIA', 'DEPENDENCY')),
  constraint deferred_operation_state_check
    check (state in ('OPEN', 'QUARANTINED', 'SUPERSEDED', 'DONE'))
);
create index deferred_operation_due_idx
  on deferred_operation (device_id, next_attempt_at) where state = 'OPEN';
-- What waits in a relationship that goes on is due.
create index deferred_operation_relationship_idx on deferred_operation (relationship_id)
  where state = 'OPEN';
-- The envelope is kept as long as raw payloads are.
create index deferred_operation_envelope_idx on deferred_operation (created_at)
  where state <> 'OPEN' and envelope <> '';
create index deferred_operation_quarantine_idx on deferred_operation (diagnostics_ref)
  where state = 'QUARANTINED' and redriven_as is null;
create index deferred_operation_quarantined_device_idx on deferred_operation (device_id)
  where state = 'QUARANTINED' and redriven_as is null;
-- The batch of an operation that waits, or that can be driven again, stays with it.
create index deferred_operation_batch_id_idx on deferred_operation (batch_id)
  where state = 'OPEN' or state = 'QUARANTINED';

-- What an operation was replaced by is the one sent in its place, accepted or not: only the newest of those
-- sent in place of each other is replaced, so that no line of them has to be kept.
create table operation_replacement (
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_operation_id text collate "C" not null,
  created_at timestamptz not null,
  replaced_by text collate "C" not null,
  primary key (lineage_id, relationship_id, client_operation_id)
);
create index operation_replacement_created_at_idx on operation_replacement (created_at);

-- A device is to delete what it keeps: everything, or what it keeps of a workspace or relationship; the
-- queue of unsent operations with it, or sealed for 30 days. Written by the act that is the reason, one open
-- order per device and scope. The token that acknowledges it without a session is kept as a SHA-256 only.
create table purge_order (
  id uuid primary key,
  device_id uuid not null references device (id),
  lineage_id uuid not null references device_lineage (id),
  trigger text not null,
  scope text not null,
  -- Of the relationship or workspace; of the device itself when everything is meant.
  scope_id uuid not null,
  workspace_id uuid,
  ordered_at timestamptz not null,
  -- When it was told that nobody acknowledged it.
  reminded_at timestamptz,
  -- No longer asked for: access came back, or an order for everything took its place.
  withdrawn_at timestamptz,
  acknowledged_at timestamptz,
  purged_count integer,
  purged_digest text,
  ack_token_hash text unique,
  queue text not null,
  -- The device under which the same person's kept queue goes on.
  handed_over_to uuid,
  -- What the device says became of operations it had not sent.
  lost_operations integer,
  sealed_operations integer,
  constraint purge_order_trigger_check check (
    trigger in ('LOGOUT', 'ACCOUNT_SWITCH', 'RELATIONSHIP_END', 'PERMISSION_REVOCATION',
                'WORKSPACE_SUSPENSION', 'ACCOUNT_DELETION', 'DEVICE_RESET', 'DEVICE_REVOCATION')),
  constraint purge_order_scope_check check (
    case scope when 'ALL' then scope_id = device_id and workspace_id is null
               when 'WORKSPACE' then workspace_id is not null and scope_id = workspace_id
               when 'RELATIONSHIP' then workspace_id is not null
               else false end),
  constraint purge_order_acknowledged_check check (
    (acknowledged_at is null) = (purged_count is null)
    and (acknowledged_at is null) = (purged_digest is null)
    and (acknowledged_at is null) = (lost_operations is null)
    and (acknowledged_at is null) = (sealed_operations is null)),
  constraint purge_order_queue_check check (queue in ('KEEP', 'DELETE')),
  constraint purge_order_kept_check check (
    queue = 'KEEP' or (handed_over_to is null and coalesce(sealed_operations, 0) = 0))
);
create unique index purge_order_open_unique on purge_order (device_id, scope_id)
  where acknowledged_at is null and withdrawn_at is null;
create index purge_order_device_id_id_idx on purge_order (device_id, id);
create index purge_order_workspace_id_idx on purge_order (workspace_id)
  where acknowledged_at is null and withdrawn_at is null;
create index purge_order_open_idx on purge_order (id)
  where acknowledged_at is null and withdrawn_at is null;
create index purge_order_acknowledged_at_idx on purge_order (acknowledged_at)
  where acknowledged_at is not null;
create index purge_order_withdrawn_at_idx on purge_order (withdrawn_at)
  where withdrawn_at is not null and acknowledged_at is null;
-- What support looks for: somebody lost operations, or may yet.
create index purge_order_lost_idx on purge_order (id)
  where lost_operations > 0 or sealed_operations > 0;

-- Append-only: which raw records of sync an operator saw or drove, on whose word and why; of several
-- receipts one row each. A receipt that stands here stays full.
create table support_access_audit (
  id uuid primary key,
  kind text not null,
  device_id uuid,
  receipt_id uuid,
  agenda_task_id uuid,
  actor text not null,
  role text not null,
  reason text not null,
  request_id text not null,
  created_at timestamptz not null,
  constraint support_access_audit_kind_check check (
    kind in ('DEVICE', 'RECEIPTS', 'REJECTED_OPERATIONS', 'PAYLOAD', 'QUARANTINE', 'REDRIVE', 'AGENDA_TASK')),
  constraint support_access_audit_role_check check (role in ('admin', 'support'))
);
create index support_access_audit_receipt_id_idx on support_access_audit (receipt_id)
  where receipt_id is not null;
create index support_access_audit_device_id_idx on support_access_audit (device_id, id)
  where device_id is not null;
create trigger support_access_audit_append_only before update or delete on support_access_audit
  for each row execute function refuse_rewriting();
