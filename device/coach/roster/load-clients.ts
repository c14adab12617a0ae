import { sorted } from "../../../contract/sorted.ts";
import type { Core } from "../../core.ts";
import { parseJson } from "../../json.ts";
import type { Row } from "../../ports/sql.ts";
import { bytesIn, numberIn, textIn } from "../../store/columns.ts";
import { OPEN_SCOPE } from "../open-scope.ts";
import type { CoachClient } from "../types.ts";
import { WORKSPACES } from "../../store/names.ts";
import { clientLabel, type StoredClient } from "./store-roster.ts";

/** The clients of this device, by name, in one statement. A client whose key is gone is left out. */
export async function loadClients(core: Core): Promise<readonly KnownClient[]> {
  const rows = await core.ports.sql.read({
    sql: `select scope_id, cache_key, status, body, read_at
      from snapshot join cache_scope scope using (scope_id)
      where kind = 'client' and ${OPEN_SCOPE}`,
  });
  const clients = await Promise.all(rows.map(async (row) => await knownClient(core, row)));
  const known = clients.filter((client) => client !== null);
  return sorted(known, (one, other) =>
    one.stored.displayName.localeCompare(other.stored.displayName),
  );
}

/** A client as stored, and as an app shows it. */
export interface KnownClient {
  readonly stored: StoredClient;
  readonly client: CoachClient;
}

async function knownClient({ rows }: Core, row: Row): Promise<KnownClient | null> {
  const scopeId = textIn(row, "scope_id");
  const label = clientLabel(scopeId);
  const opened = await rows.open(textIn(row, "cache_key"), label, bytesIn(row, "body"));
  if (opened === null) return null;
  const { content: stored } = opened;
  const { workspaceId, clientUserId, displayName, coachUserId, timezone, startedAt } = stored;
  return {
    stored,
    client: {
      scopeId,
      workspaceId,
      clientUserId,
      displayName,
      coachUserId,
      timezone,
      startedAt,
      status: textIn(row, "status"),
      readAt: numberIn(row, "read_at"),
    },
  };
}

/** Ids of the coach's workspaces, their own first; empty before the first sign-in. */
export async function loadWorkspaceIds({ ports }: Core): Promise<readonly string[]> {
  const [row] = await ports.sql.read({
    sql: `select value from cache_metadata where key = ?`,
    params: [WORKSPACES],
  });
  const stored = row === undefined ? null : parseJson(textIn(row, "value"));
  return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
}
