import { EVERY_SCOPE } from "../../changes.ts";
import type { Core } from "../../core.ts";
import type { Session } from "../../session/types.ts";
import { loadWorkspaceIds } from "../roster/load-clients.ts";
import type { InboxRead, InWorkspace } from "../types.ts";
import { unlessOrdered } from "../unless-ordered.ts";
import { findPlace } from "./find-place.ts";
import { readDetail } from "./read-rows.ts";
import { outcomeOf } from "./refresh-inbox.ts";
import { cacheKeys, storeRows } from "./store-rows.ts";

/** Reads one row with its history. Calls must be serialised with those that read the list. */
export async function refreshTask(
  core: Core,
  session: Session,
  wanted: InWorkspace & { readonly taskId: string },
): Promise<InboxRead> {
  const { taskId } = wanted;
  const place = await findPlace(core, taskId);
  const workspaceId =
    wanted.workspaceId ?? place?.workspaceId ?? (await loadWorkspaceIds(core))[0] ?? null;
  if (workspaceId === null) return "ABSENT";
  return await unlessOrdered(core.ports.sql, async (isUnordered) => {
    const keys = await cacheKeys(core);
    const get = async (path: string) => await session.call({ method: "GET", path });
    const read = await readDetail(get, workspaceId, taskId);
    if (read.kind === "FAILED") return outcomeOf(read.answer);
    const readAt = core.ports.clock.now();
    const rows = { listed: [], details: [read.value], readAt, keys };
    await core.ports.sql.write([isUnordered, ...(await storeRows(core, rows))]);
    core.changes.emit(EVERY_SCOPE);
    return "READ";
  });
}
