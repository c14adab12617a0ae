import { describe, expect, test } from "@jest/globals";
import { newPlanContentSchema } from "../../../contract/plans/content-schema.ts";
import { changeDraft } from "../../../web/plans/edit/draft-history.ts";
import {
  type OpenedDraft,
  afterSave,
  isBehind,
  isDirty,
  isPlanEdits,
  openDraft,
  takeOver,
  withRestored,
} from "../../../web/plans/edit/opened-draft.ts";

const meal = (label: string, itemKey = "0198c3a2-0000-7000-8000-000000000001") =>
  newPlanContentSchema.parse({
    kind: "MEAL",
    title: "Meals",
    recurrence: { rrule: "FREQ=DAILY" },
    items: [{ itemKey, label }],
  });

const plan = (draftRevision: number, label: string, itemKey?: string) => ({
  draftRevision,
  draft: meal(label, itemKey),
  content: null,
});

const typed = (opened: OpenedDraft, label: string): OpenedDraft => {
  if (opened.history === null) throw new Error("The plan is unknown.");
  return { ...opened, history: changeDraft(opened.history, meal(label), "label") };
};

const labelOf = ({ history }: OpenedDraft) =>
  history?.content.kind === "MEAL" ? history.content.items[0]?.label : null;

describe("the draft of a plan under edit", () => {
  test("a newer draft of somebody else is taken over only while nothing is changed here", () => {
    const opened = openDraft(plan(1, "Oats"));
    expect(labelOf(takeOver(opened, plan(2, "Rice")) ?? opened)).toBe("Rice");
    const changed = typed(opened, "Bread");
    expect(takeOver(changed, plan(2, "Rice"))).toBeNull();
    expect([isBehind(changed, plan(2, "Rice")), isBehind(changed, plan(1, "Oats"))]).toEqual([
      true,
      false,
    ]);
  });

  test("a save whose answer was lost is recognised by its content, although new items have got other keys", () => {
    const changed = typed(openDraft(plan(1, "Oats")), "Bread");
    const newer = plan(2, "Bread", "0198c3a2-0000-7000-8000-000000000002");
    const taken = takeOver(changed, newer);
    expect(taken?.draftRevision).toBe(2);
    expect(taken && isDirty(taken)).toBe(false);
  });

  test("what was typed while a save was under way stays, on top of the saved revision", () => {
    const sending = typed(openDraft(plan(1, "Oats")), "Bread");
    const sent = sending.history?.content;
    if (sent === undefined) throw new Error("Nothing was sent.");
    expect(isDirty(afterSave(sending, plan(2, "Bread"), sent))).toBe(false);
    const after = afterSave(typed(sending, "Bread and jam"), plan(2, "Bread"), sent);
    expect([labelOf(after), after.draftRevision, isDirty(after)]).toEqual([
      "Bread and jam",
      2,
      true,
    ]);
  });

  test("changes from before a reload come back with their revision, as one step that undo takes back", () => {
    const opened = openDraft(plan(3, "Oats"));
    const restored = withRestored(
      opened,
      { draftRevision: 2, content: meal("Bread") },
      plan(3, "Oats"),
    );
    if (restored === null) throw new Error("Nothing came back.");
    expect([labelOf(restored), restored.draftRevision]).toEqual(["Bread", 2]);
    expect(restored.history?.past).toEqual([opened.history?.saved]);
    expect(isBehind(restored, plan(3, "Oats"))).toBe(true);
  });

  test("changes that the server has by now are not restored", () => {
    const opened = openDraft(plan(3, "Bread"));
    const edits = { draftRevision: 2, content: meal("Bread") };
    expect(withRestored(opened, edits, plan(3, "Bread"))).toBeNull();
  });

  test("only kept changes of a plan of the same kind are restored, also with an empty label", () => {
    const edits = { draftRevision: 1, content: { ...meal("Oats"), title: "" } };
    expect(isPlanEdits(edits, "MEAL")).toBe(true);
    expect(isPlanEdits(edits, "SUPPLEMENT")).toBe(false);
    expect(isPlanEdits({ content: edits.content }, "MEAL")).toBe(false);
    expect(isPlanEdits("text", "MEAL")).toBe(false);
  });
});
