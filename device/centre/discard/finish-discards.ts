import { EVERY_SCOPE } from "../../changes.ts";
import type { Core } from "../../core.ts";
import { maybeNumberIn } from "../../store/columns.ts";
import { expiredDiscards, UNDO_MS } from "./expired-discards.ts";

/**
 * Deletes the content of discarded entries, and their files, once their time to undo is over. A timer does so while the
 * app runs. After a kill, the next start or the next look at the entries does it.
 *
 * @returns a function that ends discards whose time is over, and waits for the next.
 */
export function finishDiscards({ ports, changes }: Core): () => Promise<void> {
  const { sql, clock } = ports;
  let stopWaiting: () => void = () => undefined;
  return finish;

  async function finish(): Promise<void> {
    if ((await nextEnd()) === null) return;
    const [finished = 0] = await sql.write([expiredDiscards(clock.now())]);
    if (finished > 0) {
      changes.emit(EVERY_SCOPE);
      await removeFiles();
    }
    const end = await nextEnd();
    if (end !== null) waitUntil(end);
  }

  /** A storage fault, or a script that cannot be loaded, leaves them to the next start. */
  async function removeFiles(): Promise<void> {
    if (ports.files === undefined) return;
    await import("../../media/files/remove-discarded.ts")
      .then(async ({ removeDiscarded }) => await removeDiscarded(ports))
      .catch(() => null);
  }

  async function nextEnd(): Promise<number | null> {
    const [row] = await sql.read({
      sql: `select min(undo_until) as next from sync_operation where undo_until is not null`,
    });
    return row === undefined ? null : maybeNumberIn(row, "next");
  }

  function waitUntil(end: number): void {
    stopWaiting();
    const ms = Math.min(UNDO_MS, Math.max(0, end - clock.now()));
    // A storage fault leaves it to the next start.
    stopWaiting = clock.after(ms, () => void finish().catch(() => null));
  }
}
