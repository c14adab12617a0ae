-- When what the baseline profile holds was last changed: a coach looks at it once for each change. Null of profiles
-- from before that was kept.
alter table client_profile add column baseline_changed_at timestamptz;
