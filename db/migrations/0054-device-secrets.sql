-- The secret by which a device whose session is gone reads its purge orders: its SHA-256 only. The row holds nothing of
-- a person, and outlives the erasure of the account. `ended_at` is when the device was revoked.
create table device_secret (
  device_id uuid primary key references device (id),
  secret_hash text not null unique,
  ended_at timestamptz
);
create index device_secret_ended_at_idx on device_secret (ended_at) where ended_at is not null;
