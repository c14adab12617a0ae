-- Only settings that have an effect are stored, each true or false.
alter table client_profile add constraint client_profile_privacy_settings_check check (
  privacy_settings - array['coachSeesBirthDate', 'coachSeesHeight', 'coachSeesGoal'] = '{}'
  and not jsonb_path_exists(privacy_settings, 'strict $.* ? (@.type() != "boolean")')) not valid;
