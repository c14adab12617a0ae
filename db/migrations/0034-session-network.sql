-- The first half of the address of the network that a session was last used from, for its person to know it by.
alter table app_session add column network text;
