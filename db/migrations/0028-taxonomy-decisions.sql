-- Who decided is staff, who need no account: the column for accounts was never written.
-- squawk-ignore ban-drop-column
alter table taxonomy_label drop column decided_by_user_id;
alter table taxonomy_label add column decided_by text;
-- The decision that the provider's exercises are sorted by; one behind `revision` is still to be applied.
alter table taxonomy_label add column sorted_revision integer not null default 1;
alter table taxonomy_label alter column sorted_revision drop default;

-- Who had what vanished retired all the same.
alter table catalogue_run add column retire_decided_by text;
alter table catalogue_run add column retire_decided_at timestamptz;

-- Which exercises wait for a decision.
-- squawk-ignore require-concurrent-index-creation
create index exercise_held_idx on exercise (provider_key) where status = 'HELD';
