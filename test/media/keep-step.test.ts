import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { keepStep, MOST_SLICES, walkedBefore } from "../../workflows/media/keep-step.ts";

const key = (file: number) => String(file).padStart(6, "0");

describe("A walk through more files than one run handles", () => {
  test("continues in the next run where it ended until it has seen each, and then restarts", async () => {
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
        // Each run except the first lists the first file again.
        expect(runs).toBe(Math.max(1, Math.ceil((files - 1) / (MOST_SLICES - 1))));
      }),
    );
  });

  test("sees what comes before all files in each run, however far the last one came", async () => {
    const requests: (string | null)[] = [];
    const slice = async (after: string | null) => {
      requests.push(after);
      return { count: 0, more: requests.length < 4, after: requests.length === 1 ? null : key(1) };
    };
    await keepStep(slice, key(77));
    expect(requests).toEqual([null, null, key(77), key(1)]);
  });
});

test.each([
  ["a first run", undefined, null],
  ["a run from before positions were stored", 7, null],
  ["a run that reached the end", { count: 7, walkedTo: null }, null],
  ["a run that stopped earlier", { count: 7, walkedTo: "some-file" }, "some-file"],
])("After %s a walk starts at the right place", (_, lastResult, from) => {
  expect(walkedBefore(lastResult)).toBe(from);
});

/** Files in pages of one, as a store lists them: those after a key. */
function storeOf(files: number) {
  const seen = new Set<number>();
  const slice = async (after: string | null) => {
    const file = after === null ? 0 : Number(after) + 1;
    if (file < files) seen.add(file);
    return { count: 1, more: file + 1 < files, after: key(file) };
  };
  return { seen, slice };
}
