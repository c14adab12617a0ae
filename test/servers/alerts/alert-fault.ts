import { buildSender, type Sender } from "../../factories/sync/kills/killed-batch.ts";
import { send } from "../../factories/sync/phone.ts";
import type { AlertStack } from "./open-alert-stack.ts";

/** A fault of the stack and the alerts that it causes. */
export interface AlertFault {
  /** The fault as a clause: "the relay is frozen". */
  readonly fault: string;
  readonly alerts: readonly string[];
  /** How long the alerts may take to resolve, if a window of theirs is long. */
  readonly resolvedMs?: number;
  /** Causes the fault. Returns how it is mended. */
  readonly strike: (stack: AlertStack) => Promise<() => Promise<unknown>>;
}

/** Repeats an act, once every few milliseconds and whatever its result, until the returned function is called. */
export function repeat(everyMs: number, act: () => Promise<unknown>): () => Promise<void> {
  const over = new AbortController();
  const going = (async () => {
    while (!over.signal.aborted) {
      await act().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  return async () => {
    over.abort();
    await going;
  };
}

/** Sends batches of new phones to the stack's API. Returns how to end it. */
export async function sendBatches(
  stack: AlertStack,
  everyMs: number,
): Promise<() => Promise<void>> {
  const senders: Sender[] = [await buildSender(stack.direct, stack.issuer)];
  return repeat(everyMs, async () => {
    const sender = senders.pop() ?? (await buildSender(stack.direct, stack.issuer));
    await send(stack.api, sender.phone, sender.batch);
  });
}
