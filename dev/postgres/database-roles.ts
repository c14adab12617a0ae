import { readFileSync } from "node:fs";
import { escapeIdentifier, escapeLiteral } from "pg";

/** The role that migrates and owns every table. */
export const OWNER_ROLE = "sideline_owner";
/** The role of the API, the worker and the relay: reads and writes rows, owns nothing. */
export const APP_ROLE = "sideline_app";

/** Passwords of the three logins of an embedded cluster. */
export type PostgresPasswords = {
  readonly superuser: string;
  readonly owner: string;
  readonly app: string;
};

/** Statements that bring both roles to their wanted state; run again at every start. */
export function roleStatements(passwords: PostgresPasswords): string[] {
  return [
    readFileSync(new URL("../../db/roles.sql", import.meta.url), "utf8"),
    `alter role ${OWNER_ROLE} password ${escapeLiteral(passwords.owner)}`,
    `alter role ${APP_ROLE} password ${escapeLiteral(passwords.app)}`,
  ];
}

/** Statements, run one by one outside of a transaction, that make a database of the owner. */
export function databaseStatements(database: string, template?: string): string[] {
  const name = escapeIdentifier(database);
  // A copy of files, not of pages through the log: a third of the time for a template as small as ours.
  const source =
    template === undefined ? "" : ` template ${escapeIdentifier(template)} strategy file_copy`;
  return [
    `create database ${name} owner ${OWNER_ROLE}${source}`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${APP_ROLE}`,
  ];
}
