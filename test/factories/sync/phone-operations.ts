import { randomUUID } from "node:crypto";
import type { Phone } from "./phone.ts";
import { queued } from "./sync.ts";

/** A glass of water, as a phone records it. */
export const water = ({ agenda }: Phone, changes: object = {}) =>
  queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 300,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: "2026-01-05T08:00:00.000Z",
    localId: "water-1",
    ...changes,
  });

/** One operation for each verdict that a phone can get. */
export function oneOfEach(phone: Phone) {
  const { habit, meal } = phone.agenda;
  const german = { metadata: { locale: "de-CH" } };
  return [
    queued("quick-log.complete-task", { taskId: habit.id }),
    water(phone),
    queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
    queued("quick-log.skip", { taskId: meal.id, reason: "NOT_HUNGRY" }, { expectedRevision: 0 }),
    queued("quick-log.complete-task", { taskId: randomUUID() }, german),
    queued("device.levitate", {}),
  ];
}
