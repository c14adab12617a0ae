import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Phone } from "../../phones/phones.ts";
import type { DrillStack } from "../drill-types.ts";
import { send } from "../send-as-phone.ts";

/** Lets phones take a cursor each. */
export async function takeCursors(
  { urls }: DrillStack,
  phones: readonly Phone[],
): Promise<readonly OldCursor[]> {
  return await Promise.all(
    phones.map(async (phone) => {
      const { relationshipId, deviceId } = phone;
      const url = `${urls.api}/api/v1/coach-client-relationships/${relationshipId}/sync?deviceId=${deviceId}`;
      const { text } = await send(url, phone);
      const { serverCursor } = Snapshot.parse(JSON.parse(text)).data;
      return { phone, url: `${url}&since=${encodeURIComponent(serverCursor)}` };
    }),
  );
}

/** A phone, and the address at which it asks for what changed since its cursor. */
export interface OldCursor {
  readonly phone: Phone;
  readonly url: string;
}

/**
 * Asks with each cursor until it gets an answer of the database, which has to say that the cursor expired. Call it while
 * nobody is served.
 *
 * @returns how many cursors expired, and how many were accepted although the database was restored.
 */
export async function useOldCursors(cursors: readonly OldCursor[]): Promise<CursorAnswers> {
  const statuses = await Promise.all(cursors.map(firstAnswer));
  const expired = statuses.filter((status) => status === GONE).length;
  return { expired, accepted: statuses.length - expired };
}

/** The first answers to old cursors. */
export interface CursorAnswers {
  readonly expired: number;
  readonly accepted: number;
}

const Snapshot = z.object({ data: z.object({ serverCursor: z.string() }) });
const GONE = 410;
const ASK_AGAIN_MS = 500;

async function firstAnswer({ phone, url }: OldCursor): Promise<number> {
  for (;;) {
    const { status } = await send(url, phone);
    if (status === 200 || status === GONE) return status;
    await sleep(ASK_AGAIN_MS);
  }
}
