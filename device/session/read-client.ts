import { isJsonObject, textAt } from "../json.ts";
import type { Core } from "../core.ts";
import type { Answer } from "../lanes/classify-answer.ts";
import type { Statement } from "../ports/sql.ts";
import type { PersonRead } from "./person-read.ts";

/** Reads the client whom a session belongs to, with their one relationship. */
export async function readClient(
  core: Core,
  get: (path: string) => Promise<Answer>,
): Promise<PersonRead> {
  const answer = await get("/api/v1/auth/client-me");
  if (answer.kind !== "ANSWER") return { kind: "FAILED", answer };
  const client = clientIn(answer.data);
  if (client === null) return { kind: "NO_ACCOUNT" };
  return { kind: "PERSON", userId: client.userId, statements: scopeStatements(core, client) };
}

interface Client {
  readonly userId: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
}

function clientIn(data: unknown): Client | null {
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
  { userId, relationshipId, workspaceId }: Client,
): readonly Statement[] {
  const key = (use: string) => `${use}/${relationshipId}/${ports.random.uuid()}`;
  return [
    {
      sql: `insert into cache_scope (scope_id, scope_type, workspace_id, relationship_id, status, cache_key, queue_key)
        select ?1, 'RELATIONSHIP', ?2, ?1, 'ACTIVE', ?3, ?4 from device_metadata where user_id = ?5
        on conflict (scope_id) do update set workspace_id = excluded.workspace_id,
          status = case when cache_scope.status in ('SEALED', 'PURGING') then cache_scope.status else 'ACTIVE' end`,
      params: [relationshipId, workspaceId, key("cache"), key("queue"), userId],
    },
  ];
}
