import { Refusal } from "../../../contract/refusal.ts";
import type { RosterPosition } from "../../../db/inbox/console/roster/roster-order.ts";
import { decodeCursor, encodeCursor } from "../../encode-cursor.ts";

/** A place in the roster: the position of a client, and the instant by which all pages are ranked. */
export interface RosterPlace {
  readonly position: RosterPosition;
  readonly rankedAt: Date;
}

/** The cursor of the page after a client. It holds numbers, instants and ids, never a name. */
export function encodeRosterCursor(
  key: Uint8Array,
  scope: string,
  { position, rankedAt }: RosterPlace,
): string {
  return encodeCursor(key, scope, { ...position, at: rankedAt.getTime() });
}

/** The contents of such a cursor. @throws Refusal CURSOR_INVALID if it does not belong to this view. */
export function openRosterCursor(key: Uint8Array, scope: string, text: string): RosterPlace {
  const { at, ...position } = decodeCursor(key, scope, text);
  if (typeof at !== "number") throw new Refusal("CURSOR_INVALID");
  const texts = Object.entries(position).map(([name, value]) => [name, String(value)] as const);
  return { position: Object.fromEntries(texts), rankedAt: new Date(at) };
}
