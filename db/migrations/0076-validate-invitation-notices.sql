-- In a transaction of its own: readers go on while rows are looked at.
alter table notification validate constraint notification_category_check;
