-- What a straightforward backend would keep: devices, tasks, receipts and values.
create table plain_device (id uuid primary key, relationship_id uuid not null, status text not null);
create table plain_task (
  id uuid primary key, relationship_id uuid not null, status text not null, value numeric,
  revision integer not null, changed_at timestamptz not null
) with (fillfactor = 70);
create table plain_receipt (
  id uuid primary key, device_id uuid not null, client_operation_id text collate "C" not null,
  task_id uuid not null, type text not null, version integer not null, expected_revision integer not null,
  checksum text not null, status text not null, revision integer not null,
  recorded_at timestamptz not null, decided_at timestamptz not null,
  unique (device_id, client_operation_id)
);
create table plain_value (
  id uuid primary key, receipt_id uuid not null, task_id uuid not null, value numeric not null,
  unit text not null, recorded_at timestamptz not null
);
create index on plain_value (task_id, id);
grant select, insert, update on plain_device, plain_task, plain_receipt, plain_value to sideline_app;
insert into plain_device select id, gen_random_uuid(), status from device;
insert into plain_task
  select id, relationship_id, status, null, revision, changed_at from agenda_task;
vacuum analyze plain_device, plain_task;
