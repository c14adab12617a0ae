import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type {
  PublicationOutcome,
  PublicationReason,
} from "../../../contract/plans/publication-vocabulary.ts";
import type { PlanAssignmentStatus } from "../../../contract/plans/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import { addDays, dayAfter } from "../../local-day.ts";
import { isRunning } from "../../relationships/is-running.ts";
import { adoptedSpan, plannedAhead, type PlanSpan } from "../plan-dates.ts";
import { FOR_EVER } from "../recurrence-dates.ts";

/** Effect of publishing a plan's draft on a client who has the plan (docs/rooms/plans.md#preview). */
export function previewClient(client: PlanHolder, draft: NextRevision): ClientPreview {
  if (!client.followsNewer) {
    return { ...UNCHANGED, reason: client.isExcepted ? "EXCEPTED" : "DOES_NOT_FOLLOW" };
  }
  const { status, relationshipStatus, localDate, dayBegun } = client;
  if (status === "PAUSED") return { ...WAITING, reason: "ASSIGNMENT_PAUSED" };
  if (!isRunning({ status: relationshipStatus }))
    return { ...WAITING, reason: "RELATIONSHIP_PAUSED" };
  const dates = newDates(client, draft, dayBegun ? dayAfter(localDate) : localDate);
  const [from] = dates;
  if (from === undefined) return withoutDates(client);
  const isProgram = draft.content.kind === "PROGRAM";
  const through = (isProgram ? dates.at(-1) : client.endDate) ?? null;
  return { outcome: "CHANGES", reason: reasonOf(client), from, through };
}

/** A client with an open assignment of a plan, on their present local day. */
export interface PlanHolder {
  readonly status: PlanAssignmentStatus;
  readonly followsNewer: boolean;
  readonly isExcepted: boolean;
  readonly relationshipStatus: RelationshipStatus;
  readonly localDate: string;
  /** The client has acted on the plan's task of that day. */
  readonly dayBegun: boolean;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly spans: readonly PlanSpan[];
  /** By the revision in force. */
  readonly plannedDates: readonly string[];
}

/** The revision that a publication would make. */
export interface NextRevision {
  readonly revision: number;
  readonly content: PlanContent;
}

/** The outcome for a client; both dates are null unless it is CHANGES. */
export interface ClientPreview {
  readonly outcome: PublicationOutcome;
  readonly reason: PublicationReason;
  readonly from: string | null;
  readonly through: string | null;
}

const UNCHANGED = { outcome: "STAYS", from: null, through: null } as const;
const WAITING = { outcome: "WAITS", from: null, through: null } as const;

/** Days checked first: nearly every plan has a date within them, and a rule is expanded no further. */
const NEAR_DAYS = 31;

/** The dates of the new revision from a date on; of a rule, those of the next weeks. */
function newDates(
  client: PlanHolder,
  { revision, content }: NextRevision,
  from: string,
): readonly string[] {
  const { spans, startDate, endDate, localDate } = client;
  const span = adoptedSpan(spans, revision, localDate);
  if (span === null) return [];
  const ahead = (through: string) =>
    plannedAhead({ content, startDate, endDate, span }, { from, through });
  if (content.kind === "PROGRAM") return ahead(FOR_EVER);
  const near = ahead(addDays(from, NEAR_DAYS));
  return near.length > 0 ? near : ahead(FOR_EVER);
}

function withoutDates({ plannedDates, localDate }: PlanHolder): ClientPreview {
  const hadDates = plannedDates.some((date) => date >= localDate);
  return hadDates
    ? { ...UNCHANGED, outcome: "ENDS", reason: "NO_DATES_LEFT" }
    : { ...UNCHANGED, reason: "COURSE_OVER" };
}

function reasonOf({ dayBegun, startDate, localDate }: PlanHolder): PublicationReason {
  if (dayBegun) return "DAY_BEGUN";
  return startDate > localDate ? "STARTS_LATER" : "FOLLOWS";
}
