import { expect, test } from "@jest/globals";
import { createRecentBatches } from "../../activities/sync/admission/in-process/recent-batches.ts";
import { newId } from "../../db/platform/new-id.ts";
import { queued } from "../factories/sync/sync.ts";

test("the newest batches are remembered, by device and first operation", () => {
  const recent = createRecentBatches(2);
  const batch = () => ({ deviceId: newId(), operations: [queued("a.b", {}), queued("a.b", {})] });
  const [first, second, third] = [batch(), batch(), batch()];
  for (const one of [first, second]) recent.add(one);
  recent.add(first);
  recent.add(third);
  expect([first, second, third].map((one) => recent.has(one))).toEqual([true, false, true]);
  expect(recent.has({ ...first, deviceId: newId() })).toBe(false);
  expect(recent.has({ ...first, operations: first.operations.slice(1) })).toBe(false);
});
