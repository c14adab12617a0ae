-- Run once per cluster by its administrator, and harmless when run again. Passwords and the database
-- itself are the installation's. sideline_owner migrates; the product runs as sideline_app, whose
-- timeouts bound how long one act can hold others up (docs/rooms/storage.md#transactions).
do $$
begin
  if not exists (select from pg_roles where rolname = 'sideline_owner') then
    create role sideline_owner login;
  end if;
  if not exists (select from pg_roles where rolname = 'sideline_app') then
    create role sideline_app login;
  end if;
end
$$;

alter role sideline_app set lock_timeout = '2s';
alter role sideline_app set statement_timeout = '5s';
alter role sideline_app set transaction_timeout = '10s';
alter role sideline_app set idle_in_transaction_session_timeout = '5s';

-- The server lets go of a process whose link died without a word, with all that its sessions had locked.
alter role sideline_app set tcp_keepalives_idle = 10;
alter role sideline_app set tcp_keepalives_interval = 5;
alter role sideline_app set tcp_keepalives_count = 3;

-- Statements carry their values, and details name the keys they met: contacts and hashes of tokens have
-- no business in the server's log. What failed is told, by code, in the log of the process.
alter role sideline_app set log_min_error_statement = 'panic';
alter role sideline_app set log_error_verbosity = 'terse';

-- A migration that cannot have its lock gives up before everybody queues behind it.
alter role sideline_owner set lock_timeout = '5s';
alter role sideline_owner set statement_timeout = '15min';
