-- Links that a newer one took the place of: whoever holds one is told so, and not that there never was one. At rest
-- the SHA-256 of their tokens.
create table replaced_invitation_link (
  token_hash text primary key,
  invitation_id uuid not null references invitation (id),
  replaced_at timestamptz not null
);
create index replaced_invitation_link_invitation_id_idx on replaced_invitation_link (invitation_id);
