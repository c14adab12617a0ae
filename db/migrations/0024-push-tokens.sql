-- Tokens live in `push_token` now, bound to a session; apps tell theirs anew when they start.
-- squawk-ignore ban-drop-column
alter table device drop column push_token;
