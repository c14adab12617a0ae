import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { quickLogHistoryItemSchema } from "../../contract/quick-log/schema.ts";
import { operationSchema } from "../../contract/sync/schema.ts";
import { openDatabase } from "../../db/orm.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { admissionDeps, type BuiltScope, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
let scope: BuiltScope;

afterAll(() => database.close());
beforeEach(async () => {
  scope = await buildScope(em);
});

/** A task that was done at an instant, as the wire brings it. */
const doneAt = (clientRecordedAt: string) => {
  const taskId = scope.agenda.habit.id;
  return operationSchema.parse(queued("quick-log.complete-task", { taskId }, { clientRecordedAt }));
};

const drunkAt = (recordedAt: string, value: number) =>
  queued("quick-log.record-value", {
    taskId: scope.agenda.water.id,
    metricKind: "WATER",
    value,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt,
  });

async function historyOf({ relationshipId, agenda }: BuiltScope) {
  const rows = await listQuickLogHistory(em.fork(), {
    relationshipId,
    from: agenda.localDate,
    to: agenda.localDate,
    taskKind: null,
    status: null,
    itemId: null,
    after: null,
    limit: 10,
  });
  return rows.map((row) => quickLogHistoryItemSchema.parse(row).clientRecordedAt);
}

describe("An instant finer than a millisecond", () => {
  test.each([
    ["three hundred digits", `2026-01-05T08:00:00.${"1".repeat(300)}Z`, "2026-01-05T08:00:00.111Z"],
    ["the last of all", "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999Z"],
    ["none", "2026-01-05T08:00:00Z", "2026-01-05T08:00:00.000Z"],
  ])("is kept to the millisecond, and can be read again: %s", async (_name, sent, kept) => {
    const { results } = await submit(admissionDeps(em), scope, [doneAt(sent)]);
    expect(results[0]?.status).toBe("ACCEPTED");
    expect(await historyOf(scope)).toEqual([kept]);
  });

  test("is the same moment in a later batch", async () => {
    const send = async (recordedAt: string, value: number) => {
      const { results } = await submit(admissionDeps(em), scope, [drunkAt(recordedAt, value)]);
      return results[0]?.rejectionCode ?? results[0]?.status;
    };
    expect(await send("2026-01-05T08:00:00.123456Z", 300)).toBe("ACCEPTED");
    expect(await send("2026-01-05T09:00:00.123456Z", 200)).toBe("ACCEPTED");
    expect(await send("2026-01-05T08:00:00.123456Z", 300)).toBe("VALUE_DUPLICATE_TIMESTAMP");
  });
});
