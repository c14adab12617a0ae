-- In a transaction of its own, which stops nobody. An answer of before did not say whom it is about: it is about every id
-- that it holds or was asked under.
update idempotency_key set about = array(
  select distinct found[1]::uuid
  from regexp_matches(route || ' ' || answer,
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'gi') as found
) where about = '{}' and answer is not null;
