-- What was recorded stays as it was recorded, whoever asks. A table with a retention names the column
-- of its age and how long a row is kept: what is older may be deleted.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_nargs = 2 and
     (to_jsonb(old) ->> tg_argv[0])::timestamptz < clock_now() - tg_argv[1]::interval then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger auth_audit_event_append_only before update or delete on auth_audit_event
  for each row execute function refuse_rewriting('created_at', '30 days');
create trigger auth_provider_audit_append_only before update or delete on auth_provider_audit
  for each row execute function refuse_rewriting('created_at', '30 days');
create trigger terms_acceptance_append_only before update or delete on terms_acceptance
  for each row execute function refuse_rewriting();
create trigger agenda_task_event_append_only before update or delete on agenda_task_event
  for each row execute function refuse_rewriting();
create trigger quick_log_value_entry_append_only before update or delete on quick_log_value_entry
  for each row execute function refuse_rewriting();
create trigger relationship_event_append_only before update or delete on relationship_event
  for each row execute function refuse_rewriting();
