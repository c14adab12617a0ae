import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { decideQuickLog } from "../../rules/quick-log/decide-quick-log.ts";
import type { ForeignChange, QuickLogAction, TaskState } from "../../rules/quick-log/types.ts";
import {
  aTaskState,
  intents,
  NOW,
  OWN_LINEAGE,
  taskPlans,
} from "../factories/quick-log/task-state.ts";

const OTHER_LINEAGE = "lineage-other";
const LATER = new Date(NOW.getTime() + 60_000);

const { completeItem: tick, completeTask: complete } = intents;
const [skipAll, all] = [intents.skip(), intents.completeAll()];
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const drink = (seconds: number) => intents.water(300, at(seconds));
const walk = (seconds: number) => intents.steps(300, at(seconds));

describe("the explanation of a stale action", () => {
  test("names the fields that others changed, since which revision, who and when", () => {
    expect(conflictOf("meal", [tick("a")], tick("b"))).toEqual({
      code: "STALE_REVISION",
      rebaseable: true,
      changedFields: ["status", "items/a"],
      sinceRevision: 1,
      changedBy: "CLIENT",
      changedAt: NOW.toISOString(),
      writeSetsTouch: false,
      rebaseRevision: 2,
    });
  });

  test.each([
    ["meal", [tick("a")], tick("a"), ["status", "items/a"]],
    ["meal", [tick("a")], skipAll, ["status", "items/a"]],
    ["meal", [tick("a")], all, ["status", "items/a"]],
    ["habit", [complete], complete, ["status"]],
    ["habit", [complete], skipAll, ["status"]],
    ["steps", [walk(0)], walk(5), ["status", "values"]],
    ["water", [drink(0)], skipAll, ["status", "values"]],
  ] as const)(
    "forbids a rebase where both write the same field: %s %#",
    (plan, others, own, fields) => {
      expect(conflictOf(plan, others, own)).toMatchObject({
        rebaseable: false,
        writeSetsTouch: true,
        rebaseRevision: null,
        changedFields: fields,
      });
    },
  );

  test("forbids a rebase where the newest revision refuses the action, even without a common field", () => {
    const unknown = conflictOf("meal", [tick("a")], tick("z"));
    expect(unknown).toMatchObject({
      rebaseable: false,
      writeSetsTouch: false,
      rebaseRevision: null,
    });
    const skipped = conflictOf("meal", [tick("a"), skipAll], tick("z"));
    expect(skipped).toMatchObject({ rebaseable: false, rebaseRevision: null });
  });

  test("names the status if nothing recorded the change", () => {
    const state = aTaskState(taskPlans.habit, {
      revision: 3,
      revisionBeforeRun: 2,
      foreignRevision: 3,
    });
    const outcome = decideQuickLog({ state, undoTarget: undefined }, anAction(complete));
    expect(outcome).toMatchObject({
      refused: { rebaseable: false, conflict: { changedFields: ["status"], changedBy: "SYSTEM" } },
    });
  });
});

describe("the explanation of a withdrawn task", () => {
  const canceled = (begun: TaskState, status: "CANCELED" | "SUPERSEDED" = "CANCELED") => {
    const { revision } = begun.task;
    const by = { changedByKind: "COACH", changedByLineageId: null, changedAt: at(30) } as const;
    const task = { ...begun.task, ...by, status, revision: revision + 1 };
    return { ...begun, task: { ...task, revisionBeforeRun: revision } };
  };

  test.each([
    ["CANCELED", "TASK_CANCELED"],
    ["SUPERSEDED", "TASK_SUPERSEDED"],
  ] as const)("names who withdrew it, when and since which revision: %s", (status, code) => {
    const { state, foreignChanges } = afterOthers(aTaskState(taskPlans.meal), [tick("a")]);
    const view = { state: canceled(state, status), foreignChanges, undoTarget: undefined };
    expect(decideQuickLog(view, anAction(tick("b")))).toMatchObject({
      refused: {
        code,
        latestRevision: 3,
        conflict: {
          changedFields: ["status", "items/a"],
          sinceRevision: 1,
          changedBy: "COACH",
          changedAt: at(30).toISOString(),
          writeSetsTouch: true,
          rebaseRevision: null,
        },
      },
    });
  });

  test("contains no news for a device that has seen the withdrawal", () => {
    const state = canceled(aTaskState(taskPlans.habit));
    const { revision: expectedRevision } = state.task;
    const view = { state, undoTarget: undefined };
    const outcome = decideQuickLog(view, anAction(complete, { expectedRevision }));
    expect(outcome).toMatchObject({ refused: { code: "TASK_CANCELED" } });
    expect(outcome).not.toHaveProperty("refused.conflict");
  });
});

test("whatever others did, a rebaseable action is accepted on the revision to use", () => {
  const anyIntent = fc.constantFrom<QuickLogIntent>(
    tick("a"),
    tick("b"),
    skipAll,
    complete,
    all,
    drink(0),
    drink(1),
    walk(0),
    intents.skip("b"),
  );
  const plans = fc.constantFrom(...Object.values(taskPlans));
  fc.assert(
    fc.property(plans, fc.array(anyIntent, { maxLength: 4 }), anyIntent, (plan, others, own) => {
      const { state, foreignChanges } = afterOthers(aTaskState(plan), others);
      const view = { state, foreignChanges, undoTarget: undefined };
      const outcome = decideQuickLog(view, anAction(own));
      if (outcome.kind === "CHANGE" || outcome.refused.conflict === undefined) return;
      const { conflict, rebaseable } = outcome.refused;
      expect(rebaseable).toBe(conflict.rebaseRevision !== null);
      if (conflict.rebaseRevision === null) return;
      const { rebaseRevision: expectedRevision } = conflict;
      const rebased = decideQuickLog(view, anAction(own, { expectedRevision }));
      if (rebased.kind === "REFUSED") throw new Error(`${rebased.refused.code} after a rebase`);
      const written = rebased.change.effects.items.map(({ itemId }) => `items/${itemId}`);
      for (const field of written) expect(conflict.changedFields).not.toContain(field);
    }),
    { numRuns: 500 },
  );
});

function anAction(intent: QuickLogIntent, change: Partial<QuickLogAction> = {}): QuickLogAction {
  return {
    intent,
    receiptId: `receipt-${JSON.stringify(intent)}`,
    expectedRevision: 1,
    lineageId: OWN_LINEAGE,
    now: LATER,
    recordedAt: LATER,
    attachments: [],
    ...change,
  };
}

/** The changes of another phone: the task they leave, and its recorded history. */
function afterOthers(begun: TaskState, did: readonly QuickLogIntent[]) {
  const foreignChanges: ForeignChange[] = [];
  let state = begun;
  for (const [index, intent] of did.entries()) {
    const { revision: expectedRevision } = state.task;
    const by = { now: NOW, receiptId: `other-${index}`, lineageId: OTHER_LINEAGE };
    const action = anAction(intent, { expectedRevision, ...by });
    const outcome = decideQuickLog({ state, undoTarget: undefined }, action);
    if (outcome.kind === "REFUSED") continue;
    const { next, effects } = outcome.change;
    state = next;
    foreignChanges.push({ revision: next.task.revision, effects, decidedAt: NOW });
  }
  return { state, foreignChanges };
}

function conflictOf(
  plan: keyof typeof taskPlans,
  others: readonly QuickLogIntent[],
  own: QuickLogIntent,
) {
  const { state, foreignChanges } = afterOthers(aTaskState(taskPlans[plan]), others);
  const view = { state, foreignChanges, undoTarget: undefined };
  const outcome = decideQuickLog(view, anAction(own));
  if (outcome.kind === "CHANGE") throw new Error("The action was not stale");
  const { code, rebaseable, conflict } = outcome.refused;
  return { code, rebaseable, ...conflict };
}
