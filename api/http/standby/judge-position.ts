import type { WalPosition } from "../../../db/platform/standby/queries.ts";
import type { CursorParts } from "./cursor-position.ts";
import { placeOnLine } from "./read-position.ts";

/**
 * Judges how far a standby has to be for a request: as far as its position, and as the previous page of a list.
 * Positions of an old line are unknown after a promotion, and so are those of another key.
 */
export function judgePosition(key: Uint8Array, sent: SentPosition): JudgedPosition {
  const { header, cursor, primary } = sent;
  if (header === null) return { refused: "NO_POSITION" };
  if (primary === null) return { refused: "OTHER_LINE" };
  const { line } = primary;
  const place = placeOnLine(key, line, header);
  const begun = cursor === null ? 0n : placeOnLine(key, line, cursor.position ?? "");
  if (place === null || begun === null) return { refused: "OTHER_LINE" };
  return { least: { line, lsn: begun > place ? begun : place } };
}

/** The positions of a request. */
export interface SentPosition {
  /** Position of the latest state that the caller knows; null if they sent none. */
  readonly header: string | null;
  /** The cursor, if the request continues a list. */
  readonly cursor: CursorParts | null;
  /** The position of the primary that the guard queried; null if that failed. */
  readonly primary: WalPosition | null;
}

/** How far a standby has to be, or why the primary has to answer. */
type JudgedPosition =
  | { readonly least: WalPosition }
  | { readonly refused: "NO_POSITION" | "OTHER_LINE" };
