-- Support looks for invitations by the contact that somebody names.
-- squawk-ignore require-concurrent-index-creation
create index invitation_target_email_idx on invitation (target_email, id) where target_email is not null;
-- squawk-ignore require-concurrent-index-creation
create index invitation_target_phone_idx on invitation (target_phone, id) where target_phone is not null;
