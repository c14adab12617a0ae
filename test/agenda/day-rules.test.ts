import { aCountable } from "../factories/agenda/countable.ts";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { summariseDay } from "../../rules/agenda/summarise-day.ts";

const aState = fc
  .record({
    id: fc.uuid(),
    status: fc.constantFrom(...TASK_STATUSES),
    revision: fc.integer({ min: 1, max: 9 }),
  })
  .map((state) => ({ ...aCountable(), ...state }));

describe("The summary of a day", () => {
  test("omits what the source withdrew", () => {
    const statuses = [
      "PENDING",
      "IN_PROGRESS",
      "COMPLETED",
      "COMPLETED",
      "SKIPPED",
      "MISSED",
      "CANCELED",
      "SUPERSEDED",
    ] as const;
    expect(summariseDay(statuses.map((status) => aCountable({ status, revision: 2 })))).toEqual({
      agendaVersion: 16,
      counters: {
        taskCount: 6,
        openCount: 2,
        pendingCount: 1,
        inProgressCount: 1,
        completedCount: 2,
        skippedCount: 1,
        missedCount: 1,
      },
      adherence: { countedCount: 6, completedCount: 2, adherencePercent: 33 },
      sums: { countedCount: 6, doneCount: 2, score: 2 },
    });
  });

  test("has no adherence if nothing counts, and 100 if all is done", () => {
    expect(summariseDay([]).adherence.adherencePercent).toBeNull();
    const done = aCountable({ status: "COMPLETED" });
    expect(summariseDay([done, done]).adherence.adherencePercent).toBe(100);
  });

  test("has counters that add up, and a version that grows with each change", () => {
    fc.assert(
      fc.property(fc.array(aState, { minLength: 1 }), (tasks) => {
        const { counters, agendaVersion } = summariseDay(tasks);
        const { openCount, completedCount, skippedCount, missedCount } = counters;
        expect(openCount + completedCount + skippedCount + missedCount).toBe(counters.taskCount);
        const changed = tasks.map((task, index) =>
          index === 0 ? { ...task, revision: task.revision + 1 } : task,
        );
        expect(summariseDay(changed).agendaVersion).toBe(agendaVersion + 1);
      }),
    );
  });
});

describe("The agenda checksum", () => {
  test("is independent of the order of rows and changes with any task or notice", async () => {
    const distinct = fc.uniqueArray(aState, { minLength: 2, selector: ({ id }) => id });
    await fc.assert(
      fc.asyncProperty(distinct, fc.nat(), async (rows, number) => {
        const cut = number % (rows.length + 1);
        const covered = (of: typeof rows) =>
          agendaChecksum({ tasks: of.slice(0, cut), notices: of.slice(cut) });
        const checksum = await covered(rows);
        expect(await agendaChecksum({ tasks: rows.toReversed(), notices: [] })).toBe(checksum);
        for (const [index, row] of rows.entries()) {
          const changed = rows.with(index, { ...row, revision: row.revision + 1 });
          expect(await covered(changed)).not.toBe(checksum);
          expect(await covered(rows.toSpliced(index, 1))).not.toBe(checksum);
        }
      }),
    );
  });
});
