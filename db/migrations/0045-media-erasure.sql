-- Media that are to be erased: their bytes go first, then the record. Few at a time, so that those are found
-- without reading through the others.
alter table media drop constraint media_status_check;
alter table media add constraint media_status_check
  check (status in ('PENDING', 'READY', 'REJECTED', 'EXPIRED', 'ERASING')) not valid;
-- squawk-ignore require-concurrent-index-creation
create index media_erasing_idx on media (id) where status = 'ERASING';
