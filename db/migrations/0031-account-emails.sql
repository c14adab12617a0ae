-- The account's e-mail follows the sign-in that it goes by. Of what a sign-in claims the newest counts: when the token was
-- made that the last session of it began with, by the provider's clock. Null until one begins.
alter table auth_identity add column claimed_at timestamptz;

-- Since when the address that the sign-in proves is another account's; null while there is no such thing.
alter table app_user add column email_refused_at timestamptz;

-- Addresses that an account went by, kept until they have been told so.
create table replaced_email (
  -- Of the letter to the new address; the one to this address has the event's.
  id uuid primary key,
  event_id uuid not null,
  user_id uuid not null references app_user (id),
  -- Null where the account had none.
  email text
);
create unique index replaced_email_event_id_unique on replaced_email (event_id);
create index replaced_email_user_id_idx on replaced_email (user_id);
