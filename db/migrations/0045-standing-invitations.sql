-- What stands of a workspace, however many of its invitations have ended: a file looks for it line by line.
-- squawk-ignore require-concurrent-index-creation
create index invitation_standing_idx on invitation (workspace_id, id) where status in ('SCHEDULED', 'ACTIVE');
