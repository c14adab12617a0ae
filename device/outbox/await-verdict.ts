import type { Core } from "../core.ts";
import { textIn } from "../store/columns.ts";
import { loadScope } from "../store/load-scope.ts";
import { findOperation } from "./list-operations.ts";
import type { Verdict } from "./types.ts";

/**
 * Waits for the verdict on an operation by watching its row, so that it survives a restart of the app. Each change of
 * the scope reads one status; only a final one is opened.
 *
 * @throws Error if the person discards the operation, or a purge order deletes it.
 */
export async function awaitVerdict(core: Core, scopeId: string, id: string): Promise<Verdict> {
  return await new Promise((resolve, reject) => {
    const look = async () => {
      const status = await statusOf(core, id);
      if (status === "QUEUED" || status === "SYNCING") return;
      stop();
      const verdict = status === null ? null : await readVerdict(core, scopeId, id);
      if (verdict === null) reject(new Error("The operation ended without a verdict"));
      else resolve(verdict);
    };
    const lookAgain = () => {
      look().catch((fault: unknown) => {
        stop();
        reject(fault instanceof Error ? fault : new Error(String(fault)));
      });
    };
    const stop = core.changes.watch(scopeId, lookAgain);
    lookAgain();
  });
}

async function statusOf({ ports }: Core, id: string): Promise<string | null> {
  const [row] = await ports.sql.read({
    sql: `select status from sync_operation where client_operation_id = ?`,
    params: [id],
  });
  return row === undefined ? null : textIn(row, "status");
}

async function readVerdict(core: Core, scopeId: string, id: string): Promise<Verdict | null> {
  const scope = await loadScope(core.ports.sql, scopeId);
  return scope === null ? null : ((await findOperation(core, scope, id))?.verdict ?? null);
}
