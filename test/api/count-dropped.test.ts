import { describe, expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { countDroppedOfBody, countDroppedOfQuery } from "../../api/http/count-dropped.ts";
import { operationMetadataSchema } from "../../contract/sync/schema.ts";

const NAME = "sideline_sync_dropped_diagnostics_total";

describe("the metadata of an operation", () => {
  test.each([
    { locale: "de_DE" },
    { locale: 5 },
    { timezone: "GMT+02:00" },
    { timezone: "W. Europe Standard Time" },
    { timezone: null },
    { appVersion: "" },
    { appVersion: `3.2\n${"x".repeat(60)}` },
    { diagnostics: "x" },
  ])("are read without a malformed field: %j", (metadata) => {
    const read = operationMetadataSchema.parse({ appVersion: "3.2.0", ...metadata });
    const [name = ""] = Object.keys(metadata);
    expect(read).toEqual({ appVersion: "3.2.0", [name]: undefined });
  });

  test("are read as sent if every field is well-formed", () => {
    const metadata = { appVersion: "3.2.0", timezone: "Asia/Kathmandu", locale: "de-CH" };
    expect(operationMetadataSchema.parse(metadata)).toEqual(metadata);
  });

  test("are malformed with an unknown field", () => {
    expect(operationMetadataSchema.safeParse({ color: "red" }).success).toBe(false);
  });
});

describe("countDroppedOfBody", () => {
  test("counts each dropped field of a batch by its name, and never its value", async () => {
    const metrics = new Registry();
    const sent = {
      outbox: "full",
      operations: [
        { metadata: { locale: "de_DE", timezone: "UTC" } },
        {},
        { metadata: { locale: "de_AT", appVersion: "3" } },
      ],
    };
    const read = {
      outbox: null,
      operations: [{ metadata: { timezone: "UTC" } }, {}, { metadata: { appVersion: "3" } }],
    };
    countDroppedOfBody(metrics, sent, read);
    expect(await countedBy(metrics)).toEqual({ outbox: 1, locale: 2 });
    expect(await metrics.metrics()).not.toContain("de_");
  });

  test("counts nothing of a body without such fields, or if all were kept", async () => {
    const metrics = new Registry();
    const kept = { metadata: { locale: "de" }, outbox: null };
    for (const body of [undefined, [], { operations: 5 }, kept])
      countDroppedOfBody(metrics, body, body);
    expect(await countedBy(metrics)).toEqual({});
  });
});

describe("countDroppedOfQuery", () => {
  test.each([
    ["/today?timezone=GMT%2B02:00", {}, { timezone: 1 }],
    ["/today?timezone=", {}, { timezone: 1 }],
    ["/today?timezone=UTC", { timezone: "UTC" }, {}],
    ["/timezone", {}, {}],
    ["/today", undefined, {}],
  ])("of %s", async (url, read, counted) => {
    const metrics = new Registry();
    countDroppedOfQuery(metrics, url, read);
    expect(await countedBy(metrics)).toEqual(counted);
  });
});

async function countedBy(metrics: Registry): Promise<Record<string, number>> {
  const values = (await metrics.getSingleMetric(NAME)?.get())?.values ?? [];
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels["part"]), value]));
}
