import type { UserStatus } from "../../../contract/accounts/vocabulary.ts";
import type { MaterialiseSkip } from "../../../contract/agenda/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { localDateOf } from "../../local-day.ts";
import { goesOn } from "./goes-on.ts";

/**
 * Why the days of a relationship are not materialised, or null if they are. Days are materialised up to the present
 * local day, never ahead (docs/rooms/agenda.md#materialising-on-request).
 */
export function judgeMaterialising(
  asked: AskedRelationship | undefined,
  { from, to }: DateWindow,
  now: Date,
): MaterialiseSkip | null {
  if (asked === undefined) return "UNKNOWN";
  if (asked.status === "ENDED" || asked.status === "PAUSED") return asked.status;
  if (!goesOn(asked)) return "SUSPENDED";
  if (!asked.isMeant) return "NO_SUCH_SOURCE";
  const today = localDateOf(now, asked.timezone);
  return from <= today && today <= to ? null : "OUTSIDE_WINDOW";
}

/** A relationship whose days are requested. */
export interface AskedRelationship {
  readonly status: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly clientStatus: UserStatus;
  readonly timezone: string;
  /** It has one of the named sources, or no source was named. */
  readonly isMeant: boolean;
}

/** Local dates, both included. */
export interface DateWindow {
  readonly from: string;
  readonly to: string;
}
