import { z } from "zod";
import { openDesk, renewDesk } from "../inbox/desk.ts";
import { ask } from "../phones/people.ts";
import type { QuietWorkspace } from "./quiet-workspace.ts";

/**
 * Opens a console that keeps a long poll on the changes of the workspace, as the product's does.
 *
 * @returns how to close it; it waits for its last answer and throws if an answer was bad.
 */
export async function openWatchingConsole({
  stack,
  database,
  workspaceId,
}: QuietWorkspace): Promise<() => Promise<void>> {
  const desk = await openDesk(stack, database, { workspaceId, count: 1 });
  const changes = `${stack.urls.api}/api/v1/workspaces/${workspaceId}/changes`;
  const closing = new AbortController();
  const follow = async () => {
    let renewedAt = performance.now();
    let cursor = "";
    while (!closing.signal.aborted) {
      if (performance.now() - renewedAt > FRESH_FOR_MS) {
        await renewDesk(stack, desk);
        renewedAt = performance.now();
      }
      const token = desk.coaches[0]?.token ?? "";
      const since = cursor === "" ? "" : `?since=${encodeURIComponent(cursor)}&waitSeconds=25`;
      ({ cursor } = await ask(`${changes}${since}`, { token }, Changes));
    }
  };
  const followed = follow();
  // A failure is reported when the console is closed.
  followed.catch(() => undefined);
  return async () => {
    closing.abort();
    await followed;
  };
}

/** Tokens of the development provider live for five minutes. */
const FRESH_FOR_MS = 200_000;
const Changes = z.object({ cursor: z.string() });
