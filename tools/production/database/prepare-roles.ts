import { escapeIdentifier, escapeLiteral } from "pg";
import { type PostgresPasswords, roleStatements } from "../../postgres/database-roles.ts";
import type { Member } from "./member.ts";
import { createSlots } from "./standbys.ts";

/** Creates or updates the roles of the product and of the standbys, and the slots. */
export async function prepareRoles(
  primary: Member,
  { passwords, replication, members }: Prepared,
): Promise<void> {
  const { user, password } = replication;
  const [row] = await primary.ask("select 1 from pg_roles where rolname = $1", [user]);
  const role = escapeIdentifier(user);
  if (row === undefined) await primary.ask(`create role ${role} login replication`);
  await primary.ask(`alter role ${role} password ${escapeLiteral(password)}`);
  for (const statement of roleStatements(passwords)) await primary.ask(statement);
  await createSlots(primary, members);
}

interface Prepared {
  readonly passwords: PostgresPasswords;
  readonly replication: { readonly user: string; readonly password: string };
  readonly members: readonly Member[];
}
