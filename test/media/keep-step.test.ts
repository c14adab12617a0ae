import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { keepStep, MOST_SLICES, walkedBefore } from "../../workflows/media/keep-step.ts";

const key = (file: number) => String(file).padStart(6, "0");

/** Files in pages of one, as a store lists them: those behind a key. */
function storeOf(files: number) {
  const seen = new Set<number>();
  const slice = async (after: string | null) => {
    const file = after === null ? 0 : Number(after) + 1;
    if (file < files) seen.add(file);
    return { count: 1, more: file + 1 < files, after: key(file) };
  };
  return { seen, slice };
}

describe("a walk through more files than a run comes to", () => {
  test("goes on in the next run where it ended, until each was come to, and begins anew then", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 * MOST_SLICES }), async (files) => {
        const { seen, slice } = storeOf(files);
        let walkedTo: string | null = null;
        let runs = 0;
        do {
          ({ walkedTo } = await keepStep(slice, walkedTo));
          runs += 1;
        } while (walkedTo !== null);
        expect(seen.size).toBe(files);
        // Each run but the first looks at the first file once more.
        expect(runs).toBe(Math.max(1, Math.ceil((files - 1) / (MOST_SLICES - 1))));
      }),
    );
  });

  test("looks at what comes before all files in each run, however far the last one came", async () => {
    const asked: (string | null)[] = [];
    const slice = async (after: string | null) => {
      asked.push(after);
      return { count: 0, more: asked.length < 4, after: asked.length === 1 ? null : key(1) };
    };
    await keepStep(slice, key(77));
    expect(asked).toEqual([null, null, key(77), key(1)]);
  });
});

test.each([
  ["a first run", undefined, null],
  ["a run of before there was a place to go on from", 7, null],
  ["a run that came to the end", { count: 7, walkedTo: null }, null],
  ["a run that did not", { count: 7, walkedTo: "some-file" }, "some-file"],
])("after %s a walk begins where it should", (_, lastResult, from) => {
  expect(walkedBefore(lastResult)).toBe(from);
});
