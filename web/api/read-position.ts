import { READ_POSITION_HEADER, UNKNOWN_POSITION } from "../../contract/read-position.ts";
import type { Transport } from "./api-client.ts";

/**
 * Sends the latest read position along with every read, so that a standby that lacks what this person wrote or was
 * shown is not read (docs/rooms/wire.md#read-positions). The tabs of a browser share the position. It is forgotten
 * while an act is under way, and after one without an answer: it may have been done.
 */
export function withReadPosition(send: Transport, tabs: PositionTabs): Transport {
  let kept: string | null = null;
  let acts = 0;
  const forget = () => {
    acts += 1;
    kept = null;
  };
  const take = (position: string) => {
    if (kept === null || lineOf(kept) !== lineOf(position) || kept < position) kept = position;
  };
  tabs.listen((position) => (position === null ? forget() : take(position)));
  const forgetInAll = () => {
    forget();
    tabs.tell(null);
  };
  return async (request) => {
    const isRead = request.method === "GET";
    if (!isRead) forgetInAll();
    else if (kept !== null) request.headers.set(READ_POSITION_HEADER, kept);
    const before = acts;
    const answered = await send(request).catch((failure: unknown) => {
      if (!isRead) forgetInAll();
      throw failure;
    });
    const position = answered.headers.get(READ_POSITION_HEADER);
    // An answer may lack the effect of an act that began meanwhile.
    const isKnown = position !== null && position !== UNKNOWN_POSITION && acts === before;
    if (isKnown) {
      take(position);
      tabs.tell(position);
    } else if (!isRead || position === UNKNOWN_POSITION) forgetInAll();
    return answered;
  };
}

/** Opens the channel by which the tabs of a browser share the position. */
export function openPositionTabs(): PositionTabs {
  const channel = new BroadcastChannel("sideline-positions");
  return {
    tell: (position) => channel.postMessage(position),
    listen: (listener) =>
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) =>
        listener(typeof data === "string" ? data : null),
      ),
  };
}

/** The other tabs: a new position, or null if it is to be forgotten. */
export interface PositionTabs {
  readonly tell: (position: string | null) => void;
  readonly listen: (listener: (position: string | null) => void) => void;
}

const lineOf = (position: string) => position.slice(0, position.indexOf("."));
