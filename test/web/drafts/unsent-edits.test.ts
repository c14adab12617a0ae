import { describe, expect, test } from "@jest/globals";
import { planContentSchema } from "../../../contract/plans/content-schema.ts";
import { readEdits, writeEdits } from "../../../web/drafts/edits-text.ts";
import { hasShape } from "../../../web/drafts/has-shape.ts";
import { isAlike } from "../../../web/drafts/is-alike.ts";
import { settleWrites } from "../../../web/drafts/settle-writes.ts";

/** A clock that a test moves, and writes that end when the test says so. */
function makeWrites() {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const written: string[] = [];
  const ends: (() => void)[] = [];
  let now = 0;
  const writes = settleWrites({
    later(run, ms) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    write: async (place, text) => {
      written.push(`${place} ${text}`);
      await new Promise<void>((resolve) => void ends.push(resolve));
    },
  });
  return {
    writes,
    written,
    async pass(ms: number) {
      now += ms;
      for (const timer of timers)
        if (timer.at <= now) {
          timers.delete(timer);
          timer.run();
        }
      await settle();
    },
    async end() {
      ends.shift()?.();
      await settle();
    },
  };
}

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

describe("writes of typed text", () => {
  test("typing on is one write once it pauses, with the newest text only", async () => {
    const { writes, written, pass } = makeWrites();
    for (const text of ["S", "Sq", "Squ"]) {
      writes.put("plan", () => text);
      await pass(100);
    }
    expect(written).toEqual([]);
    await pass(300);
    expect(written).toEqual(["plan Squ"]);
    await pass(5000);
    expect(written).toHaveLength(1);
  });

  test("somebody who types without a pause is written after a while", async () => {
    const { writes, written, pass } = makeWrites();
    for (let count = 1; count <= 16; count += 1) {
      writes.put("plan", () => `${count}`);
      await pass(100);
    }
    expect(written).toHaveLength(1);
  });

  test("one write runs at a time, and what arrives meanwhile is written after it", async () => {
    const { writes, written, pass, end } = makeWrites();
    writes.put("plan", () => "one");
    await pass(300);
    writes.put("plan", () => "two");
    await pass(300);
    writes.put("plan", () => "three");
    void writes.flush();
    await pass(2000);
    expect(written).toEqual(["plan one"]);
    await end();
    expect(written).toEqual(["plan one", "plan three"]);
  });

  test("a text that is taken or dropped is not written", async () => {
    const { writes, written, pass } = makeWrites();
    writes.put("plan", () => "one");
    writes.put("form", () => "two");
    expect([writes.take("plan"), writes.take("plan"), writes.has("form")]).toEqual([
      "one",
      null,
      true,
    ]);
    writes.drop("form");
    await pass(5000);
    expect(written).toEqual([]);
  });
});

describe("kept edits", () => {
  test("a number that is none stays none, and text that is not JSON is nothing", () => {
    const edits = { min: Number.NaN, max: 3, label: "NaN", at: null };
    expect(readEdits(writeEdits(edits))).toEqual(edits);
    expect(readEdits("no JSON")).toBeUndefined();
  });

  test("a plan with empty titles and numbers that are none has the form of a plan; another object has not", () => {
    const plan = planContentSchema.parse({
      kind: "MEASUREMENT",
      title: "Weight",
      recurrence: { rrule: "FREQ=DAILY" },
      metrics: [
        { metricKind: "WEIGHT", unit: "kg", min: 0, max: 5, target: null, mode: "REPLACE" },
      ],
    });
    if (plan.kind !== "MEASUREMENT") throw new Error("The plan has another kind.");
    const [metric] = plan.metrics;
    expect(
      hasShape(planContentSchema, {
        ...plan,
        title: "",
        metrics: [{ ...metric, min: Number.NaN, unit: "" }],
      }),
    ).toBe(true);
    for (const other of [{ ...plan, kind: "NEW" }, { ...plan, metrics: "none" }, null, "text"])
      expect(hasShape(planContentSchema, other)).toBe(false);
  });

  test("two values are alike whatever the order of their fields, and unlike with another one", () => {
    expect(isAlike({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
    expect(isAlike({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isAlike([1, 2], [2, 1])).toBe(false);
    expect(isAlike({ 0: 1 }, [1])).toBe(false);
    expect(isAlike(null, {})).toBe(false);
  });
});
