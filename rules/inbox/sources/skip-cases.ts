import type { Severity } from "../../../contract/inbox/vocabulary.ts";
import type { SkipReason, SkipReasonGroup } from "../../../contract/quick-log/vocabulary.ts";
import { isUrgentReason, reachingSkips } from "../../quick-log/route-skips.ts";
import { dueWithin } from "../due-rule.ts";
import type { SourceCase } from "../source-case.ts";

/**
 * One case for each group of reasons and context of a relationship; each skip that reaches a coach is an occurrence.
 */
export function skipCases(skips: readonly OpenSkip[]): readonly SourceCase<"SKIP">[] {
  const byRelationship = Map.groupBy(skips, ({ relationshipId }) => relationshipId);
  return [...byRelationship.values()].flatMap(casesOf);
}

/** A skip in force. */
export interface OpenSkip {
  readonly receiptId: string;
  /** Skips of one session that share a group count once. */
  readonly countsWith: string;
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly sourceContext: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
}

function casesOf(skips: readonly OpenSkip[]): readonly SourceCase<"SKIP">[] {
  const cases = Map.groupBy(
    reachingSkips(skips),
    ({ reasonGroup, skip }) => `${reasonGroup}:${skip.sourceContext}`,
  );
  return [...cases].flatMap(([name, own]) =>
    own
      .toSorted((one, other) => compareSkips(one.skip, other.skip))
      .slice(-1)
      .map(({ reasonGroup, skip: { relationshipId, taskId, localDate, sourceContext } }) => ({
        relationshipId,
        kind: "SKIP",
        dedupeKey: `skip:${relationshipId}:${name}`,
        ...taskOf(reasonGroup, sourceContext),
        sourceType: "AGENDA_TASK",
        sourceId: taskId,
        route: `/clients/${relationshipId}/days/${localDate}`,
        due: dueWithin((severity) => DUE_HOURS[severity]),
        occurrences: own.map(({ skip }) => ({
          key: skip.receiptId,
          severity: isUrgentReason(skip.reason) ? "URGENT" : SEVERITIES[reasonGroup],
          acceptedAt: createdAt(skip.receiptId),
          localDate: skip.localDate,
        })),
      })),
  );
}

/** The task of a group of reasons; food skips open the food plan. */
function taskOf(
  group: SkipReasonGroup,
  skippedContext: string,
): Pick<SourceCase<"SKIP">, "taskType" | "context" | "summary"> {
  switch (group) {
    case "NEEDS_HELP":
      return { taskType: "PROGRESS_ALERT", context: "ANALYTICS", summary: "HELP_NEEDED" };
    case "OBSTACLE":
      return skippedContext === "NUTRITION"
        ? { taskType: "NUTRITION_REVIEW", context: "NUTRITION", summary: "OBSTACLES_MET" }
        : { taskType: "PLAN_UPDATE", context: "PROGRAMS", summary: "OBSTACLES_MET" };
    case "ROUTINE":
      return { taskType: "PLAN_UPDATE", context: "PROGRAMS", summary: "TASKS_SKIPPED" };
  }
}

const SEVERITIES = {
  NEEDS_HELP: "HIGH",
  OBSTACLE: "NORMAL",
  ROUTINE: "LOW",
} as const satisfies Record<SkipReasonGroup, Severity>;

const DUE_HOURS: Readonly<Record<Severity, number | null>> = {
  URGENT: 4,
  HIGH: 24,
  NORMAL: null,
  LOW: null,
};

function compareSkips(one: OpenSkip, other: OpenSkip): number {
  if (one.localDate !== other.localDate) return one.localDate < other.localDate ? -1 : 1;
  return one.receiptId < other.receiptId ? -1 : 1;
}

const [VERSION_PLACE, TIME_ORDERED] = [14, "7"] as const;

/** Creation time of a receipt, which its id contains in milliseconds; null for an id derived from another. */
function createdAt(receiptId: string): Date | null {
  if (receiptId.charAt(VERSION_PLACE) !== TIME_ORDERED) return null;
  return new Date(Number.parseInt(receiptId.slice(0, 8) + receiptId.slice(9, 13), 16));
}
