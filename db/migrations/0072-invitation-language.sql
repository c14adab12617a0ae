-- The language of an invitation's mails, if the coach chose one; null for that of the workspace.
alter table invitation add column language text;
alter table invitation add constraint invitation_language_check
  check (language in ('en', 'de')) not valid;
alter table member_invitation add column language text;
alter table member_invitation add constraint member_invitation_language_check
  check (language in ('en', 'de')) not valid;
