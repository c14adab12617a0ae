import type { Core } from "../../core.ts";
import type { Statement } from "../../ports/sql.ts";
import { isHidden, loadScopes } from "../../store/load-scope.ts";
import type { Label } from "../../store/sealed-rows.ts";
import { WORKSPACES } from "../../store/names.ts";
import { type NewSnapshot, saveSnapshots } from "../sealed-snapshots.ts";
import type { Roster, RosterClient } from "./types.ts";

/**
 * Statements that make a roster that of this device: one scope for each client, in a fixed number of statements. A
 * known scope keeps its keys, its queue and its cursor. A scope that is not listed is locked; only an order deletes it.
 */
export async function storeRoster(core: Core, roster: Roster): Promise<RosterToStore> {
  const known = new Map((await loadScopes(core.ports.sql)).map((scope) => [scope.scopeId, scope]));
  const scopes = roster.clients.map((client) => {
    const { relationshipId } = client;
    const key = (use: string) => `${use}/${relationshipId}/${core.ports.random.uuid()}`;
    const cacheKey = known.get(relationshipId)?.cacheKey ?? key("cache");
    return { client, cacheKey, queueKey: key("queue") };
  });
  const isNew = ({ client }: RosterScope) => !known.has(client.relationshipId);
  const newKeys = scopes.filter(isNew).map(({ cacheKey }) => cacheKey);
  for (const name of newKeys) await core.rows.makeKey(name);
  const snapshots = scopes.map((scope, position) => snapshotOf(roster, scope, position));
  const isShown = ({ scopeId }: { readonly scopeId: string }) =>
    !isHidden(known.get(scopeId)?.status ?? "ACTIVE");
  return {
    newKeys,
    statements: [
      scopesStatement(roster, scopes),
      lockStatement(roster),
      workspacesStatement(roster),
      ...(await saveSnapshots(core, snapshots.filter(isShown))),
    ],
  };
}

/** Statements, and the keys of scopes that they insert. */
export interface RosterToStore {
  readonly statements: readonly Statement[];
  readonly newKeys: readonly string[];
}

function snapshotOf(
  roster: Roster,
  { client, cacheKey }: RosterScope,
  position: number,
): NewSnapshot<StoredClient> {
  return {
    scopeId: client.relationshipId,
    kind: "client",
    id: client.relationshipId,
    revision: null,
    position,
    readAt: roster.readAt,
    cacheKey,
    label: clientLabel(client.relationshipId),
    content: storedClient(roster, client),
  };
}

/** A client as stored, with the names that belong to all clients of the coach. */
export interface StoredClient extends RosterClient {
  readonly workspaceName: string;
  readonly coachTimezone: string;
}

/** Label of a sealed client. */
export const clientLabel = (relationshipId: string): Label<StoredClient> =>
  `snapshot/client/${relationshipId}`;

interface RosterScope {
  readonly client: RosterClient;
  readonly cacheKey: string;
  readonly queueKey: string;
}

function storedClient(roster: Roster, client: RosterClient): StoredClient {
  const { coachTimezone, workspaces } = roster;
  const workspace = workspaces.find(({ workspaceId }) => workspaceId === client.workspaceId);
  return { ...client, coachTimezone, workspaceName: workspace?.name ?? "" };
}

/** A scope that can be reached again sends its queue at once. */
function scopesStatement({ coachUserId }: Roster, scopes: readonly RosterScope[]): Statement {
  const listed = scopes.map(({ client, cacheKey, queueKey }) => ({
    scopeId: client.relationshipId,
    workspaceId: client.workspaceId,
    status: client.status,
    cacheKey,
    queueKey,
  }));
  return {
    sql: `insert into cache_scope
        (scope_id, scope_type, workspace_id, relationship_id, status, cache_key, queue_key)
      select json_extract(value, '$.scopeId'), 'RELATIONSHIP',
        json_extract(value, '$.workspaceId'), json_extract(value, '$.scopeId'),
        json_extract(value, '$.status'), json_extract(value, '$.cacheKey'), json_extract(value, '$.queueKey')
      from json_each(?), device_metadata where user_id = ?
      on conflict (scope_id) do update set workspace_id = excluded.workspace_id,
        wait_reason = iif(status = 'LOCKED', null, wait_reason),
        next_retry_at = iif(status = 'LOCKED', null, next_retry_at),
        status = iif(status in ('SEALED', 'PURGING'), status, excluded.status)`,
    params: [JSON.stringify(listed), coachUserId],
  };
}

function lockStatement({ coachUserId, clients }: Roster): Statement {
  return {
    sql: `update cache_scope set status = 'LOCKED', wait_reason = 'NO_ACCESS', next_retry_at = null
      where status not in ('SEALED', 'PURGING', 'LOCKED')
        and scope_id not in (select value from json_each(?))
        and exists (select 1 from device_metadata where user_id = ?)`,
    params: [JSON.stringify(clients.map(({ relationshipId }) => relationshipId)), coachUserId],
  };
}

function workspacesStatement({ coachUserId, workspaces, readAt }: Roster): Statement {
  const ids = workspaces.map(({ workspaceId }) => workspaceId);
  return {
    sql: `insert into cache_metadata (key, value, updated_at)
      select ?, ?, ? from device_metadata where user_id = ?
      on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    params: [WORKSPACES, JSON.stringify(ids), readAt, coachUserId],
  };
}
