-- A device is to delete what it keeps: everything, or what it keeps of a workspace or relationship. Written
-- by the act that is the reason, one open order per device and scope. The token that acknowledges it
-- without a session is kept as a SHA-256 only.
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
    and (acknowledged_at is null) = (purged_digest is null))
);
create unique index purge_order_open_unique on purge_order (device_id, scope_id)
  where acknowledged_at is null and withdrawn_at is null;
create index purge_order_device_id_id_idx on purge_order (device_id, id);
create index purge_order_workspace_id_idx on purge_order (workspace_id)
  where acknowledged_at is null and withdrawn_at is null;
create index purge_order_open_idx on purge_order (id)
  where acknowledged_at is null and withdrawn_at is null;

-- What a device says of its outbox: when it said it, since when it names the same oldest operation, and
-- when it was told that the outbox is stuck or the device silent. None of it is a fact.
alter table device_seen
  add column outbox_reported_at timestamptz,
  add column outbox_oldest_since timestamptz,
  add column stuck_told_at timestamptz,
  add column silent_told_at timestamptz;
update device_seen
  set outbox_reported_at = last_sync_at,
      outbox_oldest_since = case when outbox_oldest_at is not null then last_sync_at end
  where outbox_depth is not null;
