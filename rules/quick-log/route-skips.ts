import type { SkipReason, SkipReasonGroup } from "../../contract/quick-log/vocabulary.ts";

/**
 * The new skips to report to the coach (docs/rooms/quick-log.md#skips-that-reach-the-coach). A call for help: at
 * once. An obstacle: at the second occurrence in seven local days, or with a help note. Others: at the third. The
 * tasks' days count, so the order in which phones come online does not matter.
 */
export function routeSkips(occurrences: readonly SkipOccurrence[]): readonly SkipAttention[] {
  const kinds = Map.groupBy(
    occurrences,
    ({ reason, sourceContext }) => `${GROUP_OF[reason]}/${sourceContext}`,
  );
  return [...kinds.values()].flatMap((kind) => attentionOf(kind));
}

/** A skip in force: accepted and not undone. */
export interface SkipOccurrence {
  readonly receiptId: string;
  /** The key it counts under: skips of one session that share a group count as one; a skip by tap counts alone. */
  readonly countsWith: string;
  readonly taskId: string;
  /** Local day of the skipped task. */
  readonly localDate: string;
  /** Context that owns the skipped task. */
  readonly sourceContext: string;
  readonly reason: SkipReason;
  /** Whether the client wrote a note; the text itself is not copied. */
  readonly hasNote: boolean;
  /** Part of the present settlement; the others were settled before. */
  readonly isNew: boolean;
}

/** Skips to report to the coach, combined by reason group and source context. */
export interface SkipAttention {
  readonly reasonGroup: SkipReasonGroup;
  readonly sourceContext: string;
  /** The newest skip with this reason. */
  readonly occurrence: SkipOccurrence;
  /** Skips of the group and context in the seven local days around it. */
  readonly occurrenceCount: number;
}

/** Number of local days over which skips are counted. */
export const SKIP_WINDOW_DAYS = 7;

const GROUP_OF: Record<SkipReason, SkipReasonGroup> = {
  PAIN_OR_INJURY: "NEEDS_HELP",
  ILLNESS: "NEEDS_HELP",
  SIDE_EFFECT: "NEEDS_HELP",
  CONFUSED: "NEEDS_HELP",
  REQUEST_HELP: "NEEDS_HELP",
  FOOD_UNAVAILABLE: "OBSTACLE",
  EQUIPMENT_UNAVAILABLE: "OBSTACLE",
  PLAN_TOO_HARD: "OBSTACLE",
  BUSY: "ROUTINE",
  FORGOT: "ROUTINE",
  TRAVEL: "ROUTINE",
  NOT_HUNGRY: "ROUTINE",
  ALREADY_DONE_OUTSIDE_APP: "ROUTINE",
  OTHER: "ROUTINE",
};

/** Number of skips of a group from which they reach the coach. */
export const SKIP_THRESHOLDS: Readonly<Record<SkipReasonGroup, number>> = {
  NEEDS_HELP: 1,
  OBSTACLE: 2,
  ROUTINE: 3,
};

/** The group that a reason belongs to. */
export function skipGroupOf(reason: SkipReason): SkipReasonGroup {
  return GROUP_OF[reason];
}

/** Reasons that may harm the client if the coach learns of them late. */
const URGENT_REASONS: ReadonlySet<SkipReason> = new Set(["PAIN_OR_INJURY", "SIDE_EFFECT"]);

/** Whether a reason cannot wait: pain comes before all of a coach's other work. */
export function isUrgentReason(reason: SkipReason): boolean {
  return URGENT_REASONS.has(reason);
}

/**
 * A coach's cases of skips in force, whichever arrived first: one for each group and source context above its
 * threshold. Undone skips do not count.
 */
export function openCases(
  skips: readonly Omit<SkipOccurrence, "isNew">[],
): readonly SkipAttention[] {
  return routeSkips(skips.map((skip) => ({ ...skip, isNew: true })));
}

/** Every skip in force that reaches the coach, with its case; skips below a threshold are left out. */
export function reachingSkips<Skip extends Omit<SkipOccurrence, "isNew">>(
  skips: readonly Skip[],
): readonly { readonly reasonGroup: SkipReasonGroup; readonly skip: Skip }[] {
  const kinds = Map.groupBy(
    skips,
    ({ reason, sourceContext }) => `${GROUP_OF[reason]}/${sourceContext}`,
  );
  return [...kinds.values()].flatMap((kind) =>
    kind
      .filter((skip) => needsAttention(skip, countInWindow(skip, kind)))
      .map((skip) => ({ reasonGroup: GROUP_OF[skip.reason], skip })),
  );
}

function attentionOf(kind: readonly SkipOccurrence[]): readonly SkipAttention[] {
  const due = kind
    .filter(({ isNew }) => isNew)
    .map((occurrence) => ({ occurrence, occurrenceCount: countInWindow(occurrence, kind) }))
    .filter(({ occurrence, occurrenceCount }) => needsAttention(occurrence, occurrenceCount));
  const newest = due.toSorted((a, b) => compare(a.occurrence, b.occurrence)).at(-1);
  if (newest === undefined) return [];
  const { reason, sourceContext } = newest.occurrence;
  return [{ reasonGroup: GROUP_OF[reason], sourceContext, ...newest }];
}

function needsAttention(
  { reason, hasNote }: Pick<SkipOccurrence, "reason" | "hasNote">,
  occurrenceCount: number,
): boolean {
  const group = GROUP_OF[reason];
  return occurrenceCount >= SKIP_THRESHOLDS[group] || (group === "OBSTACLE" && hasNote);
}

/** Most occurrences in any seven local days that contain the given one; skips that count together count once. */
export function countInWindow(
  { localDate }: Pick<SkipOccurrence, "localDate">,
  kind: readonly Pick<SkipOccurrence, "localDate" | "countsWith">[],
): number {
  const day = dayNumber(localDate);
  const counted = new Map(kind.map((other) => [other.countsWith, other.localDate]));
  const days = [...counted.values()].map(dayNumber);
  const counts = Array.from({ length: SKIP_WINDOW_DAYS }, (_, offset) => {
    const last = day + offset;
    return days.filter((other) => other <= last && other > last - SKIP_WINDOW_DAYS).length;
  });
  return Math.max(...counts);
}

function dayNumber(localDate: string): number {
  return Date.parse(localDate) / 86_400_000;
}

function compare(a: SkipOccurrence, b: SkipOccurrence): number {
  if (a.localDate !== b.localDate) return a.localDate < b.localDate ? -1 : 1;
  return a.receiptId < b.receiptId ? -1 : 1;
}
