import {
  type ReviewDayPayload,
  reviewDayPayloadSchema,
} from "../../contract/quick-log/review-schema.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import {
  loadReviewableDays,
  markReviewed,
  type MarkedDay,
  type ReviewableDay,
} from "../../db/quick-log/load-reviewable-days.ts";
import { waitForDay } from "../../rules/agenda/calendar/judge-unopened-day.ts";
import { dayReviewed, seenUntil } from "../../rules/quick-log/day-reviewed.ts";
import { type Decision, refuse, type Refused } from "../../rules/sync/decision.ts";
import { judgeAfterRestore } from "../../rules/sync/judge-after-restore.ts";
import type {
  AdmissionScope,
  OperationFeature,
  OperationType,
  ReadyOperation,
  WorkingCopy,
} from "../sync/operation-feature.ts";
import { reviewEvents } from "./review-day.ts";
import { payloadVersion } from "../payload-version.ts";

/** The operation by which a coach's app reviews a day. */
const REVIEW_DAY = "day.review";

const reviewType: OperationType<ReviewDayPayload> = {
  principals: ["COACH"],
  requiresRevision: true,
  versions: new Map([[1, payloadVersion(reviewDayPayloadSchema, (payload) => payload)]]),
};

/** Reviews of days that coaches made without a connection (docs/rooms/quick-log.md#review). */
export const reviewFeature: OperationFeature<ReviewDayPayload> = {
  operationTypes: new Map([[REVIEW_DAY, reviewType]]),
  load(relationshipId, operations) {
    const dates = [...new Set(operations.map(({ intent }) => intent.localDate))].toSorted();
    return async (executor) => {
      const days = await loadReviewableDays(executor, relationshipId, dates);
      return { copy: (scope) => async () => reviewCopy(scope, days) };
    };
  },
};

/** The days of a batch as its reviews leave them. */
function reviewCopy(
  scope: AdmissionScope,
  loaded: readonly ReviewableDay[],
): WorkingCopy<ReviewDayPayload> {
  const { relationshipId, now } = scope;
  const days = new Map(loaded.map((day) => [day.localDate, day]));
  const marked = new Map<string, MarkedDay>();
  const events: DomainEvent[] = [];
  return {
    decide(operation) {
      const { localDate, seenAt } = operation.intent;
      const day = days.get(localDate);
      if (day === undefined) return refuseUnknownDay(scope, localDate);
      const refused = judgeSeen(scope, day, operation);
      if (refused !== null) return refused;
      const after = dayReviewed(day, seenUntil(day, new Date(seenAt), now), now);
      const undoClosedAt = after.undoClosedAt ?? marked.get(localDate)?.undoClosedAt ?? null;
      marked.set(localDate, { localDate, ...after, undoClosedAt });
      days.set(localDate, { ...day, ...after, isOpen: false, isLogged: false });
      const review = { ...scope, localDate, byUserId: scope.actorUserId };
      events.push(...reviewEvents(review, after));
      return accepted(scope, day);
    },
    writes: () => ({
      statements: [(executor) => markReviewed(executor, relationshipId, [...marked.values()])],
      // The counter moves, as with an online review: the day's response says what can be undone.
      changes: marked.size === 0 ? {} : { agenda_task: [] },
      events,
    }),
  };
}

/** A day that has not been opened yet makes the operation wait; any other unknown day is refused. */
function refuseUnknownDay(scope: AdmissionScope, localDate: string): Refused {
  const wait = waitForDay(localDate, scope, scope.now);
  const isAhead = wait !== null && wait.retryAfterSeconds <= MOST_AHEAD_SECONDS;
  return isAhead ? { ...refuse("DAY_NOT_OPEN"), ...wait } : refuse("DAY_UNKNOWN");
}

/** Two days, the largest lead of a local date over another. */
const MOST_AHEAD_SECONDS = 2 * 86_400;

/** A review covers what the coach saw; a newer version of the day must be read first. */
function judgeSeen(
  { restoredAt }: AdmissionScope,
  day: ReviewableDay,
  { expectedRevision, time }: ReadyOperation<ReviewDayPayload>,
): Refused | null {
  const { version } = day;
  const named = { expectedRevision: expectedRevision ?? 0, madeAt: time.at };
  const judged = judgeAfterRestore(named, { revision: version }, restoredAt);
  if (judged.expectedRevision === version) return null;
  const code = judged.expectedRevision > version ? "REVISION_AHEAD" : "STATE_CONFLICT";
  return {
    ...refuse(code),
    latestRevision: version,
    conflict: {
      changedFields: ["tasks"],
      sinceRevision: named.expectedRevision,
      changedBy: "CLIENT",
      changedAt: day.changedAt.toISOString(),
      writeSetsTouch: true,
      rebaseRevision: null,
    },
  };
}

/** The result names the relationship, because a day has no id of its own. */
function accepted({ relationshipId }: AdmissionScope, { version }: ReviewableDay): Decision {
  return {
    accepted: true,
    revision: version,
    canonicalRecordId: relationshipId,
    canonicalIds: [],
    refetch: [],
  };
}
