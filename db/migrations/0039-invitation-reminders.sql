-- When the present link of an invitation was reminded of; null until then, and for each new link.
alter table invitation add column reminded_at timestamptz;
