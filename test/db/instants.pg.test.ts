import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { listMetricEntries } from "../../db/quick-log/metrics/queries.ts";
import { QuickLogOperation } from "../../db/quick-log/quick-log-operation.ts";
import { instantText } from "../../db/platform/statements/sql-parts.ts";
import { presentHistoryItem } from "../../api/quick-log/present.ts";
import { presentMetric } from "../../api/quick-log/present-metric.ts";
import { wireInstant } from "../../db/platform/transactions/transact.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 2 });

test("An instant in the years 1 to 9999 is read back unchanged in every way of reading it", async () => {
  const years = fc.oneof(
    fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("0100-01-01T00:00:00Z"),
      noInvalidDate: true,
    }),
    fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    }),
  );
  const first = new Date("0001-01-01T00:00:00.000Z");
  await fc.assert(
    fc.asyncProperty(years, async (instant) => {
      const text = instant.toISOString();
      const column = sql.ref<Date>("told.at");
      const { rows } = await sql<{ at: Date; asText: string; asJson: string; asWire: string }>`
        select told.at, ${instantText(column)} as "asText", ${wireInstant("told.at")} as "asWire",
          json_build_object('at', told.at) ->> 'at' as "asJson"
        from (select ${instant}::timestamptz as at) told`.execute(em.fork().getKysely());
      const [read] = rows;
      expect(read?.at.toISOString()).toBe(text);
      expect(read?.asText).toBe(text);
      expect(new Date(read?.asWire ?? "").toISOString()).toBe(text);
      expect(new Date(read?.asJson ?? "").toISOString()).toBe(text);
    }),
    { numRuns: 200, examples: [[first]] },
  );
});

test.each(["0001-01-01T00:00:00.000Z", "0099-12-31T23:59:59.999Z"])(
  "A value of %s has the same instant for its client, its coach and the stored row",
  async (recordedAt) => {
    const scope = await buildScope(em);
    const { relationshipId, agenda } = scope;
    const { id: taskId, localDate } = agenda.water;
    const value = { metricKind: "WATER", unit: "ml", value: 300, sourceType: "MANUAL", recordedAt };
    const { results } = await submit(admissionDeps(em), scope, [
      queued("quick-log.record-value", { taskId, ...value }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED"]);
    const range = { relationshipId, from: localDate, to: localDate };
    const entries = await listMetricEntries(em.fork(), { ...range, metricKind: "WATER" });
    const [day] = presentMetric("WATER", entries).days;
    expect(day?.entries.map((entry) => entry.recordedAt)).toEqual([recordedAt]);
    expect(day?.fact?.recordedAt).toBe(recordedAt);
    const rows = await listQuickLogHistory(em.fork(), {
      ...range,
      taskKind: null,
      status: null,
      itemId: null,
      after: null,
      limit: 10,
    });
    expect(JSON.stringify(rows.map(presentHistoryItem))).toContain(recordedAt);
    const row = await em.fork().findOneOrFail(QuickLogOperation, { taskId });
    expect(row.recordedAt?.toISOString()).toBe(recordedAt);
  },
);
