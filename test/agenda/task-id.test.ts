import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  localDateOfTaskId,
  taskId,
  taskItemId,
  type TaskKey,
} from "../../contract/agenda/task-id.ts";
import { TASK_KINDS } from "../../contract/agenda/kinds/vocabulary.ts";
import { sha256 } from "../../rules/sha256.ts";

const key: TaskKey = {
  relationshipId: "0197d9a8-4f5e-7cc3-9a11-b8a0d4a3c001",
  localDate: "2026-11-23",
  taskKind: "SUPPLEMENT",
  sourceKey: "plan-assignment:0197d9a8-4f5e-7cc3-9a11-b8a0d4a3c002",
};

const keys: fc.Arbitrary<TaskKey> = fc.record({
  relationshipId: fc.uuid({ version: 7 }),
  localDate: fc
    .date({ min: new Date("1970-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  taskKind: fc.constantFrom(...TASK_KINDS),
  sourceKey: fc.string({ minLength: 1 }),
});

test("Server and phone compute the same ids of a task and its items with any hash implementation", async () => {
  const native = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
  for (const digest of [sha256, native]) {
    expect(await taskId(key, digest)).toBe("01a205b3-d000-7754-914d-b1c383264a5e");
    expect(await taskItemId(key, "iron", digest)).toBe("01a205b3-d000-799a-8335-e48e3172cd8e");
  }
});

test("An id is a UUIDv7 of the local date at 00:00 UTC and reveals that date", async () => {
  await fc.assert(
    fc.asyncProperty(keys, async (random) => {
      const id = await taskId(random, sha256);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(localDateOfTaskId(id)).toBe(random.localDate);
    }),
  );
});

test("Another key gives another id: no two parts run together", async () => {
  const parts = fc.constantFrom("a", 'a","b', "b", '","', "");
  await fc.assert(
    fc.asyncProperty(parts, parts, parts, parts, async (source, item, otherSource, otherItem) => {
      const one = await taskItemId({ ...key, sourceKey: source }, item, sha256);
      const other = await taskItemId({ ...key, sourceKey: otherSource }, otherItem, sha256);
      expect(one === other).toBe(source === otherSource && item === otherItem);
    }),
  );
  expect(await taskItemId(key, "", sha256)).not.toBe(await taskId(key, sha256));
});
