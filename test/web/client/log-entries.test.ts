import { describe, expect, test } from "@jest/globals";
import {
  isInForce,
  type LoggedItem,
  madeAt,
  spanBefore,
  valuesByEntry,
  waitedMs,
} from "../../../web/client/log/log-entries.ts";
import { addDays } from "../../../web/client/local-dates.ts";

const VALUE = {
  entryId: "later",
  metricKind: "BODY_WEIGHT",
  value: 84.2,
  unit: "KG",
  sourceType: "MANUAL",
  sourceDevice: null,
  recordedAt: "2026-11-25T06:02:00Z",
  flags: [],
  supersedesEntryId: "former",
  restatesEntryId: null,
  supersededByEntryId: null,
};

const entry = (changes: Partial<LoggedItem> = {}): LoggedItem => ({
  actionKind: "RECORD_VALUE",
  clientRecordedAt: "2026-11-25T06:02:00Z",
  clock: null,
  decidedAt: "2026-11-25T06:03:00Z",
  status: "ACCEPTED",
  undone: false,
  value: VALUE,
  ...changes,
});

describe("the entries of a log that are in force", () => {
  test("a refused, an undone and a corrected entry is not", () => {
    expect(isInForce(entry())).toBe(true);
    expect(isInForce(entry({ status: "REJECTED" }))).toBe(false);
    expect(isInForce(entry({ undone: true }))).toBe(false);
    expect(isInForce(entry({ value: { ...VALUE, supersededByEntryId: "latest" } }))).toBe(false);
  });

  test("an undo is in force where it restores a former value, and hidden where it takes the only one back", () => {
    const restored = { ...VALUE, restatesEntryId: "first" };
    expect(isInForce(entry({ actionKind: "UNDO", value: restored }))).toBe(true);
    expect(isInForce(entry({ actionKind: "UNDO", value: { ...VALUE, value: null } }))).toBe(false);
    expect(isInForce(entry({ actionKind: "UNDO", value: null }))).toBe(false);
  });

  test("a corrected value is found by the entry that it had", () => {
    const former = { ...VALUE, entryId: "former", value: 48.2 };
    const values = valuesByEntry([entry(), entry({ value: former }), entry({ value: null })]);
    expect(values.get("former")?.value).toBe(48.2);
  });
});

describe("the times of an entry", () => {
  const clock = { recordedOn: "2026-11-25", confidence: "MEASURED", flags: [] };

  test("the corrected time counts before that of the phone", () => {
    const corrected = { ...clock, correctedAt: "2026-11-25T05:21:00Z" };
    expect(madeAt(entry()).toISOString()).toBe("2026-11-25T06:02:00.000Z");
    expect(madeAt(entry({ clock: corrected })).toISOString()).toBe("2026-11-25T05:21:00.000Z");
  });

  test("only an entry that waited on the phone for ten minutes or more names the wait", () => {
    expect(waitedMs(entry())).toBeNull();
    expect(waitedMs(entry({ decidedAt: "2026-11-25T06:11:59Z" }))).toBeNull();
    expect(waitedMs(entry({ decidedAt: "2026-11-25T06:21:00Z" }))).toBe(19 * 60_000);
  });
});

test("a log goes back four weeks at a time, and ends at the client's first day", () => {
  expect(spanBefore("2026-11-01", "2026-03-09", addDays)).toEqual({
    from: "2026-10-04",
    to: "2026-10-31",
  });
  expect(spanBefore("2026-03-09", "2026-03-09", addDays)).toBeNull();
  expect(spanBefore("2026-03-01", "2026-03-09", addDays)).toBeNull();
});
