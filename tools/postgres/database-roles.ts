import { readFileSync } from "node:fs";
import { escapeIdentifier, escapeLiteral } from "pg";

/** The role that runs migrations and owns every table. */
export const OWNER_ROLE = "sideline_owner";
/** The role of the API, the worker and the relay: it reads and writes rows and owns nothing. */
export const APP_ROLE = "sideline_app";

/** Passwords of the three logins of an embedded cluster. */
export type PostgresPasswords = {
  readonly superuser: string;
  readonly owner: string;
  readonly app: string;
};

/** Statements that create or update both roles; run at every start. */
export function roleStatements(passwords: PostgresPasswords): string[] {
  return [
    readFileSync(new URL("../../db/roles.sql", import.meta.url), "utf8"),
    `alter role ${OWNER_ROLE} password ${escapeLiteral(passwords.owner)}`,
    `alter role ${APP_ROLE} password ${escapeLiteral(passwords.app)}`,
  ];
}

/** Statements that create a database of the owner, run one by one outside a transaction. */
export function databaseStatements(database: string, template?: string): string[] {
  const name = escapeIdentifier(database);
  // Copies files instead of logging pages: a third of the time for a small template like ours.
  const source =
    template === undefined ? "" : ` template ${escapeIdentifier(template)} strategy file_copy`;
  return [
    `create database ${name} owner ${OWNER_ROLE}${source}`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${APP_ROLE}`,
  ];
}
