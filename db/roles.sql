-- The administrator runs this once per cluster; running it again is harmless. Each installation sets the passwords
-- and creates the database. sideline_owner migrates; the product runs as sideline_app, whose timeouts limit how long
-- one act can block others (docs/rooms/storage.md#transactions).
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

-- The server detects a silently dead client and releases the locks of its sessions.
alter role sideline_app set tcp_keepalives_idle = 10;
alter role sideline_app set tcp_keepalives_interval = 5;
alter role sideline_app set tcp_keepalives_count = 3;

-- Statements contain values, and error details name keys: contacts and hashes of tokens do not belong in the server's
-- log. The process logs each failure by its code.
alter role sideline_app set log_min_error_statement = 'panic';
alter role sideline_app set log_error_verbosity = 'terse';

-- A migration that does not get its lock gives up before a queue forms behind it.
alter role sideline_owner set lock_timeout = '2s';
alter role sideline_owner set statement_timeout = '15min';
