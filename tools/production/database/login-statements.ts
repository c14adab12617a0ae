import { readFileSync } from "node:fs";
import { escapeIdentifier, escapeLiteral } from "pg";
import { APP_ROLE } from "../../postgres/database-roles.ts";

/**
 * Statements that create a second login of the product, with the rights and timeouts of the first. A role has one
 * password, so a rotation without a pause moves all processes to another login and then closes the former one.
 */
export function loginStatements(name: string, password: string): string[] {
  const role = escapeIdentifier(name);
  const roles = readFileSync(new URL("../../../db/roles.sql", import.meta.url), "utf8");
  const settings = roles
    .split("\n")
    .filter((line) => line.startsWith(`alter role ${APP_ROLE} set `))
    .map((line) => line.replace(APP_ROLE, role).replace(/;$/, ""));
  return [
    `create role ${role} login password ${escapeLiteral(password)} in role ${APP_ROLE}`,
    ...settings,
  ];
}
