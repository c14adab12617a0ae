import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client, escapeIdentifier } from "pg";
import { migrationNames } from "../../db/platform/migrate.ts";
import { databaseStatements } from "../../dev/postgres/database-roles.ts";
import type { TestDatabase } from "../harness/database.ts";

/** A database as an earlier release left it. */
export interface EarlierDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  drop(): Promise<void>;
}

/** Makes a database beside the test's own, with the migrations up to `last` and what `fill` writes. */
export async function openEarlierDatabase(
  beside: TestDatabase,
  last: string,
  fill: (client: Client) => Promise<void>,
): Promise<EarlierDatabase> {
  const name = `${beside.name}_${randomUUID().slice(0, 8)}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  for (const statement of databaseStatements(name)) {
    await withClient(beside.superuserUrl, (client) => client.query(statement));
  }
  await withClient(at(beside.ownerUrl), async (client) => {
    await migrateTo(client, last);
    await fill(client);
  });
  return {
    ownerUrl: at(beside.ownerUrl),
    appUrl: at(beside.appUrl),
    drop: async () => {
      const statement = `drop database ${escapeIdentifier(name)} with (force)`;
      await withClient(beside.superuserUrl, (client) => client.query(statement));
    },
  };
}

/** Runs the migrations as the migrator would, and leaves its table as it would. */
async function migrateTo(client: Client, last: string): Promise<void> {
  await client.query(
    `create table mikro_orm_migrations
       (id serial primary key, name varchar(255), executed_at timestamptz default now())`,
  );
  for (const name of migrationNames().filter((each) => each <= last)) {
    const file = new URL(`../../db/migrations/${name}.sql`, import.meta.url);
    await client.query(readFileSync(file, "utf8"));
    await client.query("insert into mikro_orm_migrations (name) values ($1)", [name]);
  }
}

async function withClient(url: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
