-- The answers of a batch, or null. A statement prepares every partition that it names before it starts, even if it reads
-- none, as that of each new batch. A function prepares the one partition that it reads, and only when it is called.
create or replace function answers_of(batch uuid) returns bytea
  language plpgsql stable as $$
begin
  return (select lines from sync_answers where batch_id = batch);
end
$$;
