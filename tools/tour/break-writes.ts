import { Client } from "pg";

/**
 * Makes the write of one particular value fail on a scratch database, as a bug would; all other values can be written.
 * Returns a function that repairs it.
 */
export async function breakWritesOf(value: number, ownerUrl: string): Promise<() => Promise<void>> {
  await asOwner(
    ownerUrl,
    `create function fail_on_purpose() returns trigger language plpgsql as
       $$ begin raise 'This value cannot be written'; end $$;
     create trigger fail_on_purpose before insert on quick_log_operation
       for each row when (new.numeric_value = ${value}) execute function fail_on_purpose()`,
  );
  return () =>
    asOwner(
      ownerUrl,
      `drop trigger fail_on_purpose on quick_log_operation; drop function fail_on_purpose()`,
    );
}

async function asOwner(ownerUrl: string, statements: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(statements);
  } finally {
    await owner.end();
  }
}
