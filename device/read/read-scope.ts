import type { Core } from "../core.ts";
import type { Answer } from "../lanes/classify-answer.ts";
import { instantOf } from "../lanes/instant.ts";
import { maybeTextIn } from "../store/columns.ts";
import { queryOf } from "./query-of.ts";
import type { SliceContext } from "./slices/types.ts";

/**
 * Reads the changes of a scope since the stored cursor; everything, if the server does not know it. A device without a
 * cursor sends the oldest cursor of an accepted operation, to notice a restored server.
 *
 * @param digests the slices of this device as the query names them; null if it keeps none.
 */
export async function readScope(
  { core, session, scope, deviceId }: SliceContext,
  digests: string | null,
): Promise<{ readonly restored: boolean; readonly answer: Answer }> {
  const { scopeId, lastCursor } = scope;
  const ask = async (since: string | null) => {
    const query = queryOf({
      deviceId,
      clientSentAt: instantOf(core.ports.clock.now()),
      ...(since !== null && { since }),
      ...(digests !== null && { digests }),
    });
    const path = `/api/v1/coach-client-relationships/${scopeId}/sync?${query}`;
    return await session.call({ method: "GET", path, scopeId });
  };
  const known = lastCursor ?? (await oldestAcceptedCursor(core, scopeId));
  const answer = await ask(known);
  const restored = known !== null && answer.kind === "REFUSED" && answer.code === "CURSOR_EXPIRED";
  return { restored, answer: restored ? await ask(null) : answer };
}

async function oldestAcceptedCursor({ ports }: Core, scopeId: string): Promise<string | null> {
  const [row] = await ports.sql.read({
    sql: `select accepted_cursor from sync_operation
      where scope_id = ? and status = 'ACCEPTED' and accepted_cursor is not null
      order by local_sequence limit 1`,
    params: [scopeId],
  });
  return row === undefined ? null : maybeTextIn(row, "accepted_cursor");
}
