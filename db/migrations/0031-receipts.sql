-- Receipts are full for 400 days. Up to `pruned_seq` a device's chain was looked through: what is left of
-- it there is kept for a reason, and `kept_digest` covers its hashes; `pruned_hash` is the hash at
-- `pruned_seq`. So the chain can be verified on what is left of it.
alter table device
  add column pruned_seq bigint not null default 0,
  add column pruned_hash text,
  add column kept_digest text,
  add constraint device_pruned_check
    check ((pruned_seq = 0) = (pruned_hash is null) and (pruned_hash is null) = (kept_digest is null))
    not valid;

-- The hash of the receipt before, written beside a receipt when that one is pruned.
alter table sync_operation add column previous_hash text;

-- What was set aside keeps its envelope as long as raw payloads are kept. Operations crash seldom.
-- squawk-ignore require-concurrent-index-creation
create index operation_set_aside_envelope_idx on operation_set_aside (created_at)
  where state <> 'OPEN' and envelope <> '';

-- Verdicts of tombstones, by number: a tombstone has no room for words.
create table tombstone_verdict (
  -- squawk-ignore prefer-bigint-over-smallint
  id smallint primary key,
  status text not null,
  code text not null,
  constraint tombstone_verdict_status_code_unique unique (status, code),
  constraint tombstone_verdict_status_check check (status in ('ACCEPTED', 'REJECTED', 'CONFLICT'))
);

-- What is left of a receipt for the life of the account: at most 112 bytes of column data. The key is
-- half a hash of the lineage, so that all tombstones of one stand together, and half a hash of lineage,
-- relationship and operation id; the fingerprint is the first half of its SHA-256.
create table receipt_tombstone (
  op_key uuid primary key,
  fingerprint uuid not null,
  receipt_id uuid not null,
  canonical_id uuid,
  revision bigint,
  -- squawk-ignore prefer-bigint-over-smallint
  verdict smallint not null,
  receipt_hash bytea not null
);
