import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { PlanRevision } from "../../db/plans/plan-revision.ts";
import { codeOf, usePlanDesk, planOf } from "../factories/plans/plan-desk.ts";
import { planBodies } from "../factories/plans/plans.ts";

const desk = await usePlanDesk();

beforeEach(() => desk.anew());

const { meal, habit } = planBodies;

describe("a draft", () => {
  test("is saved, read and published; the published revision stays as it was", async () => {
    const { planId, draftRevision, content, revision } = await desk.make();
    expect([draftRevision, content, revision]).toEqual([1, null, 0]);
    const first = planOf(await desk.publish(planId, 1));
    expect(first).toMatchObject({ status: "PUBLISHED", revision: 1, draft: null });
    const saved = planOf(await desk.save(planId, 2, { ...meal, title: "Dinner" }));
    expect(saved).toMatchObject({ title: "Dinner", draftRevision: 3, revision: 1 });
    expect(saved.content).toEqual(first.content);
    const second = planOf(await desk.publish(planId, 3));
    expect(second).toMatchObject({ revision: 2, content: { title: "Dinner" }, draft: null });
    expect(await desk.read(planId)).toEqual(second);
    const kept = await desk.rows().find(PlanRevision, { planId }, { orderBy: { revision: "asc" } });
    expect(kept.map((row) => row.content)).toEqual([first.content, second.content]);
    const events = await desk.rows().find(OutboxRow, { subjectId: planId, type: "PlanPublished" });
    expect(events).toHaveLength(2);
  });

  test("keeps the keys of its items, even of one that was removed, and refuses foreign keys", async () => {
    const { planId, draft } = await desk.make();
    const items = draft?.kind === "MEAL" ? draft.items : [];
    const [rice, chicken] = items;
    await desk.publish(planId, 1);
    await desk.save(planId, 2, { ...meal, items: [rice] });
    await desk.publish(planId, 3);
    const foreign = { label: "Soup", itemKey: randomUUID() };
    const twice = { label: "Again", itemKey: rice?.itemKey };
    const body = { ...meal, items: [chicken, rice, foreign, twice] };
    const { draft: next } = planOf(await desk.save(planId, 4, body));
    const keys = next?.kind === "MEAL" ? next.items.map(({ itemKey }) => itemKey) : [];
    expect(keys.slice(0, 2)).toEqual([chicken?.itemKey, rice?.itemKey]);
    expect(new Set(keys).size).toBe(4);
    expect(keys).not.toContain(foreign.itemKey);
  });

  test("is saved once under one key, and published once", async () => {
    const { planId } = await desk.make();
    const request = { key: randomUUID(), body: { content: habit, expectedDraftRevision: 1 } };
    expect(codeOf(await desk.call("PUT", `/${planId}/draft`, request))).toBe("409 STATE_CONFLICT");
    const change = { key: randomUUID(), body: { content: meal, expectedDraftRevision: 1 } };
    const saved = await desk.call("PUT", `/${planId}/draft`, change);
    expect((await desk.call("PUT", `/${planId}/draft`, change)).data).toEqual(saved.data);
    const key = randomUUID();
    const first = await desk.publish(planId, 2, { key });
    const again = await desk.publish(planId, 2, { key });
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(codeOf(await desk.publish(planId, 2))).toBe("409 STATE_CONFLICT");
    expect(codeOf(await desk.publish(planId, 3))).toBe("409 STATE_CONFLICT");
    expect(await desk.rows().count(PlanRevision, { planId })).toBe(1);
  });

  test("that is outdated, of another kind or of an archived plan changes nothing", async () => {
    const { planId } = await desk.make();
    await desk.save(planId, 1, { ...meal, title: "Second" });
    const before = await desk.read(planId);
    expect(codeOf(await desk.save(planId, 1, meal))).toBe("409 STATE_CONFLICT");
    expect(codeOf(await desk.save(planId, 2, habit))).toBe("409 STATE_CONFLICT");
    expect(codeOf(await desk.publish(planId, 1))).toBe("409 STATE_CONFLICT");
    expect(await desk.read(planId)).toEqual(before);
    expect((await desk.archive(planId)).status).toBe(200);
    expect(codeOf(await desk.save(planId, 2, meal))).toBe("409 STATE_CONFLICT");
    expect(codeOf(await desk.publish(planId, 2))).toBe("409 STATE_CONFLICT");
  });

  test.each(["draft", "publish", "copy"])("of an unknown plan is not found: %s", async (act) => {
    const body = { content: meal, expectedDraftRevision: 1 };
    const bodies = { draft: { body }, publish: { body: { expectedDraftRevision: 1 } }, copy: {} };
    const method = act === "draft" ? "PUT" : "POST";
    const sent = Object.entries(bodies).find(([name]) => name === act)?.[1] ?? {};
    expect(codeOf(await desk.call(method, `/${randomUUID()}/${act}`, sent))).toBe("404 NOT_FOUND");
  });
});

describe("a copy of a plan", () => {
  test("is a separate draft with the same items, from the draft rather than the published revision", async () => {
    const { planId, content } = await desk.make(meal, true);
    const copied = planOf(await desk.copy(planId));
    expect(copied).toMatchObject({ status: "DRAFT", revision: 0, content: null, draftRevision: 1 });
    expect(copied.planId).not.toBe(planId);
    const keysOf = (draft: typeof content) =>
      draft?.kind === "MEAL" ? draft.items.map(({ itemKey }) => itemKey) : [];
    expect(keysOf(copied.draft)).toHaveLength(3);
    expect(keysOf(copied.draft)).toEqual(keysOf(content));
    await desk.save(planId, 1, { ...meal, title: "Third" });
    await desk.archive(planId);
    const answer = await desk.copy(planId);
    expect([answer.status, planOf(answer).title]).toEqual([201, "Third"]);
  });
});
