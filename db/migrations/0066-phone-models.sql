-- The model of a phone as its app names it, so that a person tells two phones apart in the list of sessions.
alter table device add column model text;
