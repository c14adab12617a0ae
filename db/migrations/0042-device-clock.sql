-- How a device's clock stood at the last sync that told of it: its own minus the server's. Reads tell it
-- too, and belong to no batch. None of it is a fact.
alter table device_seen
  add column clock_offset_ms bigint,
  add column clock_round_trip_ms integer,
  add column clock_read_at timestamptz;
