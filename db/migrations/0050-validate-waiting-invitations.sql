-- In a transaction of its own: readers go on while rows are looked at.
alter table invitation validate constraint invitation_status_check;
