import type { Core } from "../core.ts";
import { type Answer, classifyAnswer } from "../lanes/classify-answer.ts";
import type { Statement } from "../ports/sql.ts";
import type { PersonRead } from "./person-read.ts";

/**
 * Reads the person that an access token belongs to, and adopts that person and what they may reach on this device. It
 * never gives one person's rows to another (docs/rooms/device.md#session).
 *
 * @param sessionId names the session that begins.
 */
export async function adoptPerson(
  core: Core,
  accessToken: string,
  sessionId: string,
): Promise<Adoption> {
  const person = await readPerson(core, accessToken);
  if (person.kind !== "PERSON") return person;
  const { sql } = core.ports;
  const [metadata] = await sql.read({ sql: `select user_id from device_metadata` });
  const former = metadata?.["user_id"] ?? null;
  if (former !== null && former !== person.userId) return { kind: "OTHER_PERSON" };
  await sql.write([
    {
      sql: `update device_metadata set user_id = ?, session_id = ?`,
      params: [person.userId, sessionId],
    },
    ...person.statements,
  ]);
  return { kind: "ADOPTED", scopes: person.statements };
}

/** NO_ACCOUNT: the sign-in has no account, or no relationship, until an invitation is accepted. */
export type Adoption =
  /** `scopes` inserts the scopes again if they are absent. */
  | { readonly kind: "ADOPTED"; readonly scopes: readonly Statement[] }
  | { readonly kind: "OTHER_PERSON" }
  | Exclude<PersonRead, { kind: "PERSON" }>;

const SILENCE_MS = 8_000;

async function readPerson(core: Core, accessToken: string): Promise<PersonRead> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: "application/json" };
  const get = async (path: string): Promise<Answer> =>
    classifyAnswer(
      await core.ports.http.send({ method: "GET", path, headers, silenceMs: SILENCE_MS }),
    );
  // A sign-in needs a connection anyway, so its code need not be part of the start.
  if (core.surface === "CLIENT_MOBILE")
    return await (await import("./read-client.ts")).readClient(core, get);
  const { readCoach } = await import("../coach/roster/read-coach.ts");
  return await readCoach(core, get);
}
