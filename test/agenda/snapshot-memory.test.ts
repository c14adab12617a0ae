import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { SnapshotMemory, type TaskContent } from "../../db/agenda/snapshots/snapshot-memory.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";

const AGE_MS = 600_000;

describe("The memory of what tasks show", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test("has at most its bytes, of the contents that were read last", () => {
    const memory = new SnapshotMemory({ bytes: 20_000, ageMs: AGE_MS });
    for (let index = 0; index < 100; index += 1) {
      memory.remember(`key ${index}`, contentOf(`Title ${index}`));
      expect(memory.bytes).toBeLessThanOrEqual(20_000);
    }
    expect(memory.find("key 99")?.snapshot.title).toBe("Title 99");
    expect(memory.find("key 0")).toBeUndefined();
  });

  test("does not take a content that alone has half of the bytes", () => {
    const memory = new SnapshotMemory({ bytes: 2_000, ageMs: AGE_MS });
    memory.remember("long", contentOf("x".repeat(1_000)));
    expect([memory.find("long"), memory.bytes]).toEqual([undefined, 0]);
  });

  test("forgets a content after its age without being asked, however often it was read meanwhile", () => {
    const memory = new SnapshotMemory({ bytes: 1_000_000, ageMs: AGE_MS });
    memory.remember("erased", contentOf("A name"));
    for (let minute = 0; minute < 9; minute += 1) {
      jest.advanceTimersByTime(60_000);
      memory.remember("erased", contentOf("A name"));
      memory.remember(`other ${minute}`, contentOf("Another"));
    }
    expect(memory.find("erased")).toBeDefined();
    jest.advanceTimersByTime(60_000);
    expect(memory.find("erased")).toBeUndefined();
    jest.advanceTimersByTime(AGE_MS);
    expect(memory.bytes).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("keeps its contents from being changed by one of the requests that share them", () => {
    const memory = new SnapshotMemory({ bytes: 1_000_000, ageMs: AGE_MS });
    memory.remember("key", contentOf("Title"));
    const { actions } = memory.find("key")?.actionSchema ?? {};
    expect(Object.isFrozen(actions)).toBe(true);
  });
});

function contentOf(title: string): TaskContent {
  return {
    snapshot: { planId: null, title, instructions: null, metric: null },
    actionSchema: actionSchemaOf("HABIT", BARE_TASK),
  };
}
