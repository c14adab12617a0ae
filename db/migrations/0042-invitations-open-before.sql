-- An invitation by mail that stood open before it was reminded of got no actor: nothing woke it.
insert into actor (workflow_id, due_at, due_reason)
select 'invitation/' || id, expires_at - interval '72 hours', 'REMINDER'
from invitation
where status = 'ACTIVE' and target_email <> '' and reminded_at is null and expires_at > clock_now()
on conflict (workflow_id) do nothing;
