-- In a transaction of its own: readers go on while rows are looked at.
alter table client_profile validate constraint client_profile_privacy_settings_check;
