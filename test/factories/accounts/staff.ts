import { randomUUID } from "node:crypto";
import type { TestIssuer } from "../../harness/test-issuer.ts";

/** A token of staff on the web; staff need no account. */
export function staffToken(
  issuer: TestIssuer,
  role: "admin" | "support",
  claims: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const app = { client_id: "sideline-web", azp: "sideline-web" };
  const person = { sub: randomUUID(), sid: randomUUID(), roles: [role] };
  return issuer.sign({ claims: { ...app, ...person, ...claims } });
}
