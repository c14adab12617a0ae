-- What became of the letter that an event is mailed as: waiting with the event, and settled by whoever mails it. Ids
-- alone; `user_id` is whose account it is about, or who is written to, and null of an invitation.
create table letter (
  event_id uuid primary key,
  type text not null,
  subject_id uuid not null,
  user_id uuid,
  status text not null,
  attempts integer not null,
  failure_code text,
  created_at timestamptz not null,
  tried_at timestamptz,
  constraint letter_status_check check (status in ('PENDING', 'SENT', 'FAILED', 'NOT_SENT'))
);
create index letter_subject_id_event_id_idx on letter (subject_id, event_id);
create index letter_user_id_event_id_idx on letter (user_id, event_id) where user_id is not null;

-- As the coach who invites calls the person, for the coaches of the workspace alone.
alter table invitation add column invitee_name text;
