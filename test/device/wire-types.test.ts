import { globSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { endpoints } from "../../api/endpoints.ts";
import { openApiDocument } from "../../api/openapi/openapi-document.ts";
import { payloadChecksum } from "../../contract/canonical-form.ts";
import { syncRequestSchema } from "../../contract/sync/schema.ts";
import { LATER_VERSIONS, OPERATION_VERSIONS } from "../../device/wire/operation-types.ts";
import type { Operation, SyncRequest } from "../../device/wire/sync-types.ts";
import { sha256 } from "../../rules/sha256.ts";
import { declarationOf, printType } from "../../tools/device/print-type.ts";
import { wireTypes } from "../../tools/device/wire-types.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { textOf } from "../docs/house-files.ts";

const root = new URL("../../", import.meta.url);

describe("The device library's types of the API", () => {
  test("are up to date with the API: `npm run device:types` changes nothing", async () => {
    const publicUrl = "https://api.example.com";
    const document = openApiDocument({ endpoints, features: operationFeatures, publicUrl });
    const fresh = await wireTypes(document);
    expect(globSync("device/wire/*-types.ts", { cwd: root }).toSorted()).toEqual(
      [...fresh.keys()].toSorted(),
    );
    for (const [path, text] of fresh) expect([path, textOf(path)]).toEqual([path, text]);
  });

  test("name the newest version of every operation type that a batch may contain", () => {
    const newest = operationFeatures.flatMap(({ operationTypes }) =>
      [...operationTypes].map(([type, { versions }]) => [type, Math.max(...versions.keys())]),
    );
    expect(OPERATION_VERSIONS).toEqual(Object.fromEntries(newest));
    const later = newest.filter(([, version]) => version !== 1);
    expect(LATER_VERSIONS).toEqual(Object.fromEntries(later));
  });

  test("describe a batch that the server can read", async () => {
    const payload = { taskId: "0198c0de-0000-7000-8000-000000000003" };
    const tick: Operation<"quick-log.complete-task"> = {
      clientOperationId: "0198c0de-op-1",
      operationType: "quick-log.complete-task",
      operationVersion: OPERATION_VERSIONS["quick-log.complete-task"],
      localSequence: 1,
      expectedRevision: 1,
      clientRecordedAt: "2026-01-05T08:00:00.000Z",
      payloadChecksum: await payloadChecksum(payload, sha256),
      payload,
    };
    const batch: SyncRequest = {
      deviceId: "0198c0de-0000-7000-8000-000000000002",
      clientCursor: null,
      operations: [tick],
    };
    expect(syncRequestSchema.safeParse(batch).success).toBe(true);
  });
});

describe("A JSON Schema is printed as a type:", () => {
  test.each<[string, object, string]>([
    ["a text", { type: "string", format: "uuid" }, "string"],
    ["a whole number that may be null", { type: ["integer", "null"] }, "number | null"],
    ["a constant", { type: "string", const: "a" }, '"a"'],
    ["listed values", { type: ["string", "null"], enum: ["a", null] }, '"a" | null'],
    ["codes that may grow", { type: "string", "x-extensible-enum": ["a"] }, 'Open<"a">'],
    ["numbers that may grow", { type: "integer", "x-extensible-enum": [1] }, "number"],
    [
      "a reference that may be null",
      { anyOf: [{ $ref: "#/components/schemas/Task" }, { type: "null" }] },
      "Task | null",
    ],
    ["a list", { type: "array", items: { type: "number" } }, "readonly (number)[]"],
    [
      "values by key",
      { type: "object", additionalProperties: { type: "boolean" } },
      "Readonly<Record<string, boolean>>",
    ],
    ["any object", { type: "object" }, "Readonly<Record<string, unknown>>"],
    ["any value", {}, "unknown"],
  ])("%s", (_, schema, expected) => {
    expect(printType(schema)).toBe(expected);
  });

  test("an object is an interface with what it refers to, and its comment leaves out codes and tables", () => {
    const description = "A task. Known values: `a`; others may be added.\n\n| code |\n| --- |";
    const schema = {
      type: "object",
      description,
      properties: {
        next: { $ref: "#/components/schemas/Task" },
        status: { type: "string", "x-extensible-enum": ["a"] },
      },
      required: ["status"],
    };
    expect(declarationOf("Found", schema)).toEqual({
      name: "Found",
      text: '/** A task. */\nexport interface Found {\nreadonly next?: Task;\nreadonly status: Open<"a">;\n}',
      references: ["Task", "Open"],
    });
  });
});
