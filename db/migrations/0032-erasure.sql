-- Like refuse_rewriting, of histories that tell of somebody: they go when the account of the relationship's client is
-- erased, which is when its deletion was asked for 14 days ago and was not called off. Whole rows, or what a table
-- names: the one column that then becomes null.
create function refuse_rewriting_unerased() returns trigger language plpgsql as $$
begin
  if exists (
    select from relationship join app_user client on client.id = relationship.client_user_id
     where relationship.id = old.relationship_id
       and (client.status = 'PENDING_DELETION' or client.deleted_at is not null)
       and client.deletion_requested_at <= clock_now() - interval '14 days') then
    if tg_op = 'DELETE' and tg_nargs = 0 then
      return old;
    end if;
    if tg_op = 'UPDATE' and tg_nargs = 1
       and to_jsonb(new) = to_jsonb(old) || jsonb_build_object(tg_argv[0], null) then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create or replace trigger agenda_task_event_append_only before update or delete on agenda_task_event
  for each row execute function refuse_rewriting_unerased();
create or replace trigger quick_log_operation_append_only before update or delete on quick_log_operation
  for each row execute function refuse_rewriting_unerased();
create or replace trigger relationship_event_append_only before update or delete on relationship_event
  for each row execute function refuse_rewriting_unerased('reason');

-- Contacts of invitations go 30 days after their end, oldest first.
-- squawk-ignore require-concurrent-index-creation
create index invitation_contact_idx on invitation ((coalesce(consumed_at, revoked_at, expires_at)))
  where target_email <> '' or target_phone <> '';
-- squawk-ignore require-concurrent-index-creation
create index member_invitation_contact_idx on member_invitation ((coalesce(accepted_at, revoked_at, expires_at)))
  where target_email <> '';
