import { isJsonObject, textAt } from "../json.ts";
import type { Core } from "../core.ts";
import { type Answer, classifyAnswer } from "../lanes/classify-answer.ts";
import type { Statement } from "../ports/sql.ts";

/**
 * Reads the person that an access token belongs to, and adopts that person and their relationship on this device. It
 * never gives one person's rows to another (docs/rooms/device.md#session).
 *
 * @param sessionId names the session that begins.
 */
export async function adoptPerson(
  core: Core,
  accessToken: string,
  sessionId: string,
): Promise<Adoption> {
  const answer = await readPerson(core, accessToken);
  if (answer.kind !== "ANSWER") return { kind: "FAILED", answer };
  const person = personIn(answer.data);
  if (person === null) return { kind: "NO_ACCOUNT" };
  const { sql } = core.ports;
  const [metadata] = await sql.read({ sql: `select user_id from device_metadata` });
  const former = metadata?.["user_id"] ?? null;
  if (former !== null && former !== person.userId) return { kind: "OTHER_PERSON" };
  await sql.write([
    {
      sql: `update device_metadata set user_id = ?, session_id = ?`,
      params: [person.userId, sessionId],
    },
    ...scopeStatements(core, person),
  ]);
  return { kind: "ADOPTED" };
}

/** NO_ACCOUNT: the sign-in has no account, or no relationship, until an invitation is accepted. */
export type Adoption =
  | { readonly kind: "ADOPTED" | "OTHER_PERSON" | "NO_ACCOUNT" }
  | { readonly kind: "FAILED"; readonly answer: Exclude<Answer, { kind: "ANSWER" }> };

const SILENCE_MS = 8_000;

async function readPerson({ ports }: Core, accessToken: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: "application/json" };
  const path = "/api/v1/auth/client-me";
  return classifyAnswer(
    await ports.http.send({ method: "GET", path, headers, silenceMs: SILENCE_MS }),
  );
}

interface Person {
  readonly userId: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
}

function personIn(data: unknown): Person | null {
  if (!isJsonObject(data)) return null;
  const { user, relationship } = data;
  if (!isJsonObject(user) || !isJsonObject(relationship)) return null;
  const userId = textAt(user, "userId");
  const relationshipId = textAt(relationship, "relationshipId");
  const workspaceId = textAt(relationship, "workspaceId");
  if (userId === null || relationshipId === null || workspaceId === null) return null;
  return { userId, relationshipId, workspaceId };
}

/** A known scope keeps its keys, its queue and its cursor. */
function scopeStatements(
  { ports }: Core,
  { userId, relationshipId, workspaceId }: Person,
): readonly Statement[] {
  const key = (use: string) => `${use}/${relationshipId}/${ports.random.uuid()}`;
  return [
    {
      sql: `insert into cache_scope (scope_id, scope_type, workspace_id, relationship_id, status, cache_key, queue_key)
        select ?1, 'RELATIONSHIP', ?2, ?1, 'ACTIVE', ?3, ?4 from device_metadata where user_id = ?5
        on conflict (scope_id) do update set workspace_id = excluded.workspace_id,
          status = case when cache_scope.status = 'SEALED' then 'SEALED' else 'ACTIVE' end`,
      params: [relationshipId, workspaceId, key("cache"), key("queue"), userId],
    },
  ];
}
