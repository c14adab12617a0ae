-- When the client last said what the profile holds: as they saved it, or as they submitted the form that
-- it was taken from. A form submitted before that fills nothing in any more.
alter table client_profile add column stated_at timestamptz;
update client_profile set stated_at = updated_at;
