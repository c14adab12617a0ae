import type { UserStatus } from "../../../contract/accounts/vocabulary.ts";
import type { MaterialiseSkip } from "../../../contract/agenda/materialise/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { localDateOf } from "../../local-day.ts";
import { goesOn } from "./goes-on.ts";

/**
 * Why the days of a relationship are not materialised, or null if they are. Days are materialised up to the present
 * local day, never ahead (docs/rooms/agenda.md#materialising-on-request).
 */
export function judgeMaterialising(
  requested: RequestedRelationship | undefined,
  { from, to }: DateWindow,
  now: Date,
): MaterialiseSkip | null {
  if (requested === undefined) return "UNKNOWN";
  if (requested.status === "ENDED" || requested.status === "PAUSED") return requested.status;
  if (!goesOn(requested)) return "SUSPENDED";
  if (!requested.isMeant) return "NO_SUCH_SOURCE";
  const today = localDateOf(now, requested.timezone);
  return from <= today && today <= to ? null : "OUTSIDE_WINDOW";
}

/** A relationship whose days are requested. */
export interface RequestedRelationship {
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
