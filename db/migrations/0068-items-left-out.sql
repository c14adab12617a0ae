-- Items of another shape do not stop the reading of a catalogue. Processes of the version before insert no such columns.
alter table catalogue_run add column left_out integer not null default 0;
alter table catalogue_run add column left_out_items jsonb not null default '[]';
