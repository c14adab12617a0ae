-- Apart from the migration that added them, so that this takes no lock that anybody waits for.
alter table invitation validate constraint invitation_language_check;
alter table member_invitation validate constraint member_invitation_language_check;
