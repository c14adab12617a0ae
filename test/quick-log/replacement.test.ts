import { describe, expect, test } from "@jest/globals";
import { metricSchema } from "../../contract/agenda/metric-schema.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { decideQuickLog } from "../../rules/quick-log/decide-quick-log.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "../../rules/quick-log/types.ts";
import type { Replacement } from "../../rules/quick-log/types.ts";
import {
  aTaskState,
  intents,
  NOW,
  OWN_LINEAGE,
  recorded,
  taskPlans,
} from "../factories/quick-log/task-state.ts";

const LATER = new Date(NOW.getTime() + 60_000);

const { completeItem: tick } = intents;
const [skipAll, all] = [intents.skip(), intents.completeAll()];

describe("a task that was replaced by another", () => {
  const former = aTaskState(taskPlans.meal);
  const replaced = (state: TaskState) => ({
    ...state,
    task: {
      ...state.task,
      status: "SUPERSEDED" as const,
      changedByKind: "COACH" as const,
      changedAt: NOW,
      revision: 2,
      foreignRevision: 1,
    },
  });
  const replacementOf = (state: TaskState, change: Partial<Replacement> = {}): Replacement => ({
    ...state.task,
    id: "next",
    items: state.items.map((item) => ({ ...item, id: `next-${item.id}` })),
    dueAtDiffers: false,
    ...change,
  });
  const decide = (intent: QuickLogIntent, replacement: Replacement, state = former) =>
    decideQuickLog(
      { state: replaced(state), undoTarget: undefined, replacement },
      anAction(intent),
    );

  const conflictIn = (outcome: QuickLogOutcome) =>
    outcome.kind === "REFUSED" ? (outcome.refused.conflict ?? {}) : {};

  test("offers the new task, with the item of the same key, and explains the differences", () => {
    const next = replacementOf(former, {
      snapshot: { ...former.task.snapshot, planId: "other", title: "Supper" },
      dueAtDiffers: true,
      revision: 4,
    });
    expect(decide(tick("b"), next)).toMatchObject({
      refused: {
        code: "TASK_SUPERSEDED",
        conflict: {
          changedFields: ["status", "title", "dueAt"],
          changedBy: "COACH",
          rebaseRevision: null,
          supersededBy: { taskId: "next", itemId: "next-b", revision: 4 },
        },
      },
    });
    expect(decide(all, next)).toMatchObject({
      refused: { conflict: { supersededBy: { taskId: "next", itemId: null, revision: 4 } } },
    });
  });

  test("says if the items differ, and offers none for a removed item", () => {
    const [first] = replacementOf(former).items;
    const next = replacementOf(former, { items: first === undefined ? [] : [first] });
    const refused = decide(tick("b"), next);
    expect(refused).toMatchObject({
      refused: { conflict: { changedFields: ["status", "items"] } },
    });
    expect(refused).not.toHaveProperty("refused.conflict.supersededBy");
  });

  test.each<readonly [why: string, change: Partial<Replacement>]>([
    ["is already done", { status: "COMPLETED" }],
    ["is of another kind", { taskKind: "SUPPLEMENT" }],
    ["does not offer the action", { actionSchema: { ...former.task.actionSchema, actions: [] } }],
  ])("is not offered where it %s", (_, change) => {
    const refused = decide(tick("b"), replacementOf(former, change));
    expect(refused).toMatchObject({ refused: { code: "TASK_SUPERSEDED" } });
    expect(refused).not.toHaveProperty("refused.conflict.supersededBy");
  });

  test("accepts a value of the same metric alone", () => {
    const water = aTaskState(taskPlans.water);
    const steps = aTaskState(taskPlans.steps);
    const offer = (of: TaskState) => decide(intents.water(300), replacementOf(of), water);
    expect(offer(water)).toHaveProperty("refused.conflict.supersededBy");
    expect(offer(steps)).not.toHaveProperty("refused.conflict.supersededBy");
  });

  test.each([{ max: 200 }, { unit: "l" }, { decimals: 0 }])(
    "refuses a value of another metric: %j",
    (change) => {
      const metric = { metricKind: "WATER", unit: "ml", min: 50, max: 2_000, target: null };
      const of = (more: object) => {
        const accumulating = metricSchema.parse({ ...metric, mode: "ACCUMULATE", ...more });
        return aTaskState({ ...taskPlans.habit, metric: accumulating });
      };
      const offer = (next: TaskState) =>
        decide(recorded("WATER", "ml", 250.5), replacementOf(next), of({}));
      expect(offer(of({}))).toHaveProperty("refused.conflict.supersededBy");
      expect(offer(of(change))).not.toHaveProperty("refused.conflict.supersededBy");
    },
  );

  test("accepts the value of a measurement with the same metric alone", () => {
    const measuring = (...metricKinds: readonly string[]) => {
      const { metric: _none, ...recurring } = taskPlans.habit;
      const weight = { unit: "kg", min: 30, max: 300, target: null, mode: "REPLACE" } as const;
      const metrics = metricKinds.map((metricKind) => ({ ...weight, metricKind }));
      return aTaskState({ ...recurring, kind: "MEASUREMENT", metrics });
    };
    const [weight, waist] = [measuring("WEIGHT"), measuring("WAIST")];
    const offer = (of: TaskState) =>
      decide(recorded("WEIGHT", "kg", 80), replacementOf(of), weight);
    expect(offer(weight)).toHaveProperty("refused.conflict.supersededBy");
    for (const next of [waist, measuring("WEIGHT", "WAIST")])
      expect(offer(next)).not.toHaveProperty("refused.conflict.supersededBy");
  });

  test("accepts no item that is closed there, and complete-all only if an item is open to it", () => {
    const closed = (keep: (item: Replacement["items"][number]) => boolean) => {
      const { items } = replacementOf(former);
      const status = "COMPLETED" as const;
      const left = items.map((item) => (keep(item) ? item : { ...item, status }));
      return replacementOf(former, { items: left, status: "IN_PROGRESS" });
    };
    const firstOpen = closed(({ id }) => id === "next-a");
    const secondOpen = closed(({ id }) => id === "next-b");
    for (const [intent, next, isOffered] of [
      [tick("a"), firstOpen, true],
      [tick("b"), firstOpen, false],
      [intents.skip("b"), firstOpen, false],
      [skipAll, secondOpen, true],
      [all, firstOpen, true],
      [all, secondOpen, false],
    ] as const)
      expect("supersededBy" in conflictIn(decide(intent, next))).toBe(isOffered);
  });

  test("is offered even to a device that has seen the removal", () => {
    const view = {
      state: replaced(former),
      undoTarget: undefined,
      replacement: replacementOf(former),
    };
    const outcome = decideQuickLog(view, anAction(tick("a"), { expectedRevision: 2 }));
    expect(outcome).toHaveProperty("refused.conflict.supersededBy.itemId", "next-a");
  });
});

function anAction(intent: QuickLogIntent, change: Partial<QuickLogAction> = {}): QuickLogAction {
  return {
    intent,
    receiptId: "receipt",
    expectedRevision: 1,
    lineageId: OWN_LINEAGE,
    now: LATER,
    recordedAt: LATER,
    attachments: [],
    ...change,
  };
}
