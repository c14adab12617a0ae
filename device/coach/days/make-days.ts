import { findQueued } from "../acts/find-queued.ts";
import type { InboxContext } from "../inbox-context.ts";
import type { DayReview, Inbox, QueuedAct } from "../types.ts";
import { loadDay } from "./load-day.ts";
import { refreshDay } from "./refresh-day.ts";

/** Days of clients that a coach reads and reviews. */
export function makeDays(context: InboxContext): Pick<Inbox, "day" | "refreshDay" | "reviewDay"> {
  const { core } = context;
  return {
    day: async (wanted) => await loadDay(core, wanted),
    refreshDay: async (wanted) => await refreshDay(context, wanted),
    reviewDay: async (review) => await reviewDay(context, review),
  };
}

/** @throws Error if the review names neither version nor time, and the day was never read. */
async function reviewDay(context: InboxContext, review: DayReview): Promise<QueuedAct> {
  const { scopeId, localDate, callId, resubmitOf } = review;
  const known =
    callId === undefined
      ? null
      : await findQueued(context.core, {
          id: callId,
          scopeId,
          operationType: "day.review",
          // The time of the day may come from the device, which has read it again since.
          isSamePayload: ({ payload }) => payload["localDate"] === localDate,
        });
  if (known !== null) return known;
  const shown = await loadDay(context.core, review);
  const expectedRevision = review.agendaVersion ?? shown?.accepted.agendaVersion;
  const seenAt = review.seenAt ?? shown?.seenAt;
  if (expectedRevision === undefined || seenAt === undefined)
    throw new Error("The device does not know which version of the day the coach saw");
  const { clientOperationId } = await context.enqueue(scopeId, {
    operationType: "day.review",
    payload: { localDate, seenAt },
    expectedRevision,
    ...(callId !== undefined && { clientOperationId: callId }),
    ...(resubmitOf !== undefined && { resubmitOf }),
  });
  return { clientOperationId, scopeId };
}
