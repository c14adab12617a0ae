import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Consumer, DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { batchRows, outboxRows } from "../../db/outbox/append-events.ts";
import { anEvent } from "../factories/outbox-rows.ts";

const origin = { now: new Date("2026-03-01T06:00:00Z"), requestId: "test" };
const later = new Date("2026-03-01T07:00:00Z");

const TYPES = [
  "QuickLogOperationAccepted",
  "QuickLogValueRecorded",
  "FormSubmissionReceived",
  "SyncBatchAdmitted",
  "NotificationDecided",
] as const satisfies readonly EventType[];

const events: fc.Arbitrary<DomainEvent[]> = fc.array(
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      postponed: fc.boolean(),
      actorId: fc.option(fc.constant("device/1"), { nil: undefined }),
    })
    .map(({ type, postponed, actorId }) =>
      anEvent(type, {
        ...(postponed && { availableAt: later }),
        ...(actorId !== undefined && { actorId }),
      }),
    ),
);

/** Who is told what and from when on, whatever the rows it stands in. */
function told(rows: ReturnType<typeof batchRows>): string[] {
  return rows.flatMap((row) => {
    const { consumer, available_at: from } = row;
    const ids = [row.event_id, ...(row.further_events ?? []).map(({ eventId }) => eventId)];
    return ids.map((id) => `${id} ${consumer satisfies Consumer} ${from.toISOString()}`);
  });
}

test("law: the rows of a batch tell everybody what rows of their own would have told", () => {
  fc.assert(
    fc.property(events, (all) => {
      expect(told(batchRows(all, origin)).toSorted()).toEqual(
        told(outboxRows(all, origin)).toSorted(),
      );
    }),
  );
});

test("law: the feed alone is told of several events by one row, in their order", () => {
  fc.assert(
    fc.property(events, (all) => {
      const sharing = batchRows(all, origin).filter((row) => row.further_events !== undefined);
      expect(sharing.length).toBeLessThanOrEqual(1);
      const order = all.map(({ eventId }) => eventId);
      for (const row of sharing) {
        expect(row.consumer).toBe("event-feed");
        const places = told([row]).map((line) => order.indexOf(line.split(" ")[0] ?? ""));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    }),
  );
});
