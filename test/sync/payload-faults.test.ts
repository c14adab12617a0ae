import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { quickLogTypes } from "../../activities/quick-log/quick-log-types.ts";
import { findOperationType } from "../../activities/sync/operation-feature.ts";
import { payloadVersion } from "../../activities/payload-version.ts";
import { MESSAGE_LANGUAGES } from "../../contract/language-of.ts";
import { verdictMessageKey } from "../../contract/sync/messages.ts";
import {
  payloadFaultMessage,
  payloadFaultMessageKey,
} from "../../contract/sync/payload-fault-message.ts";
import { PAYLOAD_FAULTS } from "../../contract/payload-fault.ts";
import { VERDICT_CODES, type VerdictCode } from "../../contract/sync/vocabulary.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { readCorpora } from "../factories/sync/corpus.ts";

const TASK = "01970000-0000-7000-8000-000000000001";

const skip = (change: object) => ({ taskId: TASK, reason: "PAIN_OR_INJURY", ...change });

describe("a payload that its schema refuses (docs/rooms/sync.md#refused-payloads)", () => {
  test.each([
    [
      "a note of 1,001 characters",
      "quick-log.skip",
      skip({ note: "x".repeat(1_001) }),
      "TOO_LONG",
      "/note",
    ],
    ["an additional field", "quick-log.skip", skip({ mood: "bad" }), "UNKNOWN_FIELD", ""],
    ["an unknown reason", "quick-log.skip", skip({ reason: "BORED" }), "NO_SUCH_CHOICE", "/reason"],
    ["no reason at all", "quick-log.skip", { taskId: TASK }, "MISSING", "/reason"],
    ["an invalid id", "quick-log.skip", skip({ taskId: "x" }), "MALFORMED", "/taskId"],
    [
      "a list in place of a payload's text",
      "quick-log.skip",
      skip({ note: [] }),
      "WRONG_TYPE",
      "/note",
    ],
    [
      "a value of 600 characters",
      "quick-log.record-value",
      recorded("x".repeat(600)),
      "TOO_LONG",
      "/value",
    ],
    [
      "a value of four decimals",
      "quick-log.record-value",
      recorded(1.2345),
      "TOO_PRECISE",
      "/value",
    ],
    [
      "a value beyond every range",
      "quick-log.record-value",
      recorded(1e12),
      "OUT_OF_RANGE",
      "/value",
    ],
    ["a value that is a list", "quick-log.record-value", recorded([1]), "WRONG_TYPE", "/value"],
    ["no value", "quick-log.record-value", recorded(undefined), "MISSING", "/value"],
    [
      "half a minute",
      "quick-log.snooze",
      { taskId: TASK, minutes: 10.5 },
      "TOO_PRECISE",
      "/minutes",
    ],
    ["a payload that is a list", "quick-log.snooze", [], "WRONG_TYPE", ""],
  ])("is explained with the place: %s", (_name, operationType, payload, kind, pointer) => {
    expect(read(operationType, payload)).toEqual({ fault: { kind, pointer } });
  });

  test("is explained for a duplicate set", () => {
    const schema = corpusOf("workout.upsert-set.v1");
    const { sets } = z.looseObject({ sets: z.array(z.unknown()) }).parse(schema);
    const twice = { ...schema, sets: [sets[0], sets[0]] };
    expect(read("workout.upsert-set", twice)).toEqual({
      fault: { kind: "DUPLICATE", pointer: "/sets" },
    });
  });

  test("with one field too many in a correction's set is compared with the closest form", () => {
    const payload = corpusOf("workout.correct-session.v1");
    const { sets } = z.looseObject({ sets: z.array(z.looseObject({})) }).parse(payload);
    const odd = { ...payload, sets: [...sets, { ...sets[0], setKey: "other", colour: "red" }] };
    expect(read("workout.correct-session", odd)).toEqual({
      fault: { kind: "UNKNOWN_FIELD", pointer: `/sets/${sets.length}` },
    });
  });
});

test("a fault never repeats a name or value that a device invented, at any place of a payload", () => {
  const corpora = readCorpora();
  const made = fc.stringMatching(/^made-up-[a-z]{8}$/);
  fc.assert(
    fc.property(fc.constantFrom(...corpora), made, fc.nat(), ({ name, operations }, secret, at) => {
      const [type = "", version = "1"] = name.split(".v");
      const payload = structuredClone(operations[0]?.payload ?? {});
      const places = objectsOf(payload);
      Object.assign(places[at % places.length] ?? payload, { [secret]: { [secret]: secret } });
      const entry = findOperationType(operationFeatures, type)?.type.versions.get(Number(version));
      expect(JSON.stringify(entry?.read(payload).fault ?? null)).not.toContain(secret);
    }),
  );
});

test("a refused payload never throws, and its faults point only to fields that its schema declares", () => {
  const schema = z.strictObject({
    notes: z.record(z.string(), z.strictObject({ text: z.string() })),
  });
  const { read: readNotes } = payloadVersion(schema, () => null);
  expect(readNotes({ notes: { "a/b": { text: 5 } } })).toEqual({
    fault: { kind: "MALFORMED", pointer: "/notes" },
  });
  fc.assert(
    fc.property(fc.constantFrom(...quickLogTypes.keys()), fc.jsonValue(), (type, payload) => {
      expect(() => read(type, payload)).not.toThrow();
    }),
  );
});

test("every kind of fault has a sentence in each language, and a key that no code has", () => {
  const codeKeys = new Set(Object.keys(VERDICT_CODES).filter(isCode).map(verdictMessageKey));
  for (const kind of PAYLOAD_FAULTS) {
    const sentences = MESSAGE_LANGUAGES.map((language) => payloadFaultMessage(kind, language));
    expect(new Set(sentences).size).toBe(MESSAGE_LANGUAGES.length);
    const key = payloadFaultMessageKey(kind);
    expect([kind, codeKeys.has(key)]).toEqual([kind, kind === "TOO_PRECISE"]);
  }
});

function isCode(name: string): name is VerdictCode {
  return name in VERDICT_CODES;
}

function corpusOf(name: string): Record<string, unknown> {
  const corpus = readCorpora().find((one) => one.name === name);
  if (corpus === undefined) throw new Error(`${name} has no corpus`);
  return { ...corpus.operations[0]?.payload };
}

/** Every object in a JSON value, starting with the value itself. */
function objectsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(objectsOf);
  return Array.isArray(value) ? inside : [value, ...inside];
}

/** The result of the type's reader of version 1 for a payload. */
function read(operationType: string, payload: unknown): unknown {
  const found = findOperationType(operationFeatures, operationType);
  return found?.type.versions.get(1)?.read(payload);
}

function recorded(value: unknown) {
  return {
    taskId: TASK,
    metricKind: "WATER",
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: "2026-01-05T08:00:00.000Z",
    value,
  };
}
