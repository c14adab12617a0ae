-- A file that somebody sends for a relationship: one record for each content of each owner, however often
-- its upload is begun again. Storage keys never leave the server. Unused bytes lie under a key until the
-- upkeep has removed them; only then is the key forgotten. Media are kept for good (`wanted_at` is null)
-- once the upkeep found an accepted operation that took them along.
create table media (
  id uuid primary key,
  workspace_id uuid not null,
  relationship_id uuid not null references relationship (id),
  owner_user_id uuid not null references app_user (id),
  content_hash text not null,
  size_bytes bigint not null,
  content_type text not null,
  status text not null,
  rejection_code text,
  storage_key uuid,
  wanted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint media_content_unique unique (relationship_id, owner_user_id, content_hash),
  constraint media_status_check
    check (status in ('PENDING', 'READY', 'REJECTED', 'EXPIRED', 'ERASING')),
  constraint media_storage_key_check check (status <> 'READY' or storage_key is not null)
);
create index media_wanted_at_idx on media (wanted_at) where status = 'READY';
create index media_unused_file_idx on media (updated_at)
  where status <> 'READY' and storage_key is not null;
create index media_storage_key_idx on media (storage_key);
-- Media that are to be erased: their bytes go first, then the record. Few at a time, so that those are
-- found without reading through the others.
create index media_erasing_idx on media (id) where status = 'ERASING';

-- One attempt to send the bytes of a media record, for one purpose.
create table upload (
  id uuid primary key,
  media_id uuid not null references media (id),
  purpose text not null,
  status text not null,
  rejection_code text,
  storage_key uuid,
  received_bytes bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint upload_status_check
    check (status in ('PENDING', 'READY', 'REJECTED', 'EXPIRED', 'TERMINATED')),
  constraint upload_storage_key_check check (status <> 'PENDING' or storage_key is not null)
);
create unique index upload_pending_unique on upload (media_id, purpose) where status = 'PENDING';
create index upload_media_id_idx on upload (media_id);
create index upload_storage_key_idx on upload (storage_key);
create index upload_expires_at_idx on upload (expires_at) where status = 'PENDING';
create index upload_unused_file_idx on upload (updated_at)
  where status <> 'PENDING' and storage_key is not null;
create index upload_final_idx on upload (updated_at)
  where status <> 'PENDING' and storage_key is null;

-- What an operation takes along: waiting until it is accepted, then with its receipt for good.
create table operation_attachment (
  lineage_id uuid not null,
  relationship_id uuid not null,
  client_operation_id text collate "C" not null,
  upload_id uuid not null,
  media_id uuid not null references media (id),
  purpose text not null,
  receipt_id uuid,
  created_at timestamptz not null,
  primary key (lineage_id, relationship_id, client_operation_id, upload_id)
);
create index operation_attachment_media_id_idx on operation_attachment (media_id);
create index operation_attachment_waiting_idx on operation_attachment (created_at)
  where receipt_id is null;
