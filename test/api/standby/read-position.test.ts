import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cursorParts, withPosition } from "../../../api/http/standby/cursor-position.ts";
import { judgePosition } from "../../../api/http/standby/judge-position.ts";
import { encodeReadPosition, placeOnLine } from "../../../api/http/standby/read-position.ts";

const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);
const LINE = "7512345678901234567/3";
const PROMOTED = "7512345678901234567/4";
const MOST_LSN = 2n ** 64n - 1n;
const lsns = fc.bigInt({ min: 0n, max: MOST_LSN });
const at = (lsn: bigint, line = LINE) => encodeReadPosition(KEY, { line, lsn });

describe("A read position", () => {
  test("is read by every process with the key, and as the place that was written", () => {
    fc.assert(fc.property(lsns, (lsn) => placeOnLine(KEY, LINE, at(lsn)) === lsn));
  });

  test("has one short length, whatever its place", () => {
    fc.assert(fc.property(lsns, (lsn) => at(lsn).length === 48));
  });

  test("is the greater text if it is later on the same line", () => {
    fc.assert(fc.property(lsns, lsns, (one, other) => at(one) < at(other) === one < other));
  });

  test("is unknown on the line of a promotion, with another key, and once it was altered", () => {
    const position = at(500n);
    expect(placeOnLine(KEY, PROMOTED, position)).toBeNull();
    expect(placeOnLine(OTHER_KEY, LINE, position)).toBeNull();
    const [mark = "", , signature = ""] = position.split(".");
    const forged = `${mark}.${1n.toString(16).padStart(16, "0")}.${signature}`;
    for (const text of [forged, `${position}x`, position.slice(1), "", "..", "x".repeat(100_000)])
      expect(placeOnLine(KEY, LINE, text)).toBeNull();
  });

  test("names its line by a mark: positions of one line share it, those of another have another", () => {
    const markOf = (position: string) => position.split(".")[0];
    expect(markOf(at(1n))).toBe(markOf(at(MOST_LSN)));
    expect(markOf(at(1n))).not.toBe(markOf(at(1n, PROMOTED)));
  });
});

describe("A standby has to be", () => {
  const primary = { line: LINE, lsn: 900n };
  const judged = (header: string | null, cursor: string | null = null) =>
    judgePosition(KEY, {
      header,
      cursor: cursor === null ? null : cursorParts(cursor),
      primary,
    });

  test("as far as the caller's position", () => {
    expect(judged(at(500n))).toEqual({ least: { line: LINE, lsn: 500n } });
  });

  test("as far as the page before, or as the caller's position if that is later", () => {
    const cursor = withPosition("1.body.signature", at(600n));
    expect(judged(at(500n), cursor)).toEqual({ least: { line: LINE, lsn: 600n } });
    expect(judged(at(700n), cursor)).toEqual({ least: { line: LINE, lsn: 700n } });
  });

  test.each([
    ["no position is sent", null, null, "NO_POSITION"],
    ["only the cursor has a position", null, withPosition("1.a.b", at(1n)), "NO_POSITION"],
    ["the position is of the line before a promotion", at(1n, "7/2"), null, "OTHER_LINE"],
    ["the list began at the primary", at(1n), "1.body.signature", "OTHER_LINE"],
    ["the list began on an old line", at(1n), withPosition("1.a.b", at(1n, "7/2")), "OTHER_LINE"],
    ["the position is no position", "anything", null, "OTHER_LINE"],
  ])("nowhere, because the primary answers, if %s", (_why, header, cursor, refused) => {
    expect(judged(header, cursor)).toEqual({ refused });
  });

  test("nowhere if the primary told no position of its own", () => {
    const sent = { header: at(1n), cursor: null, primary: null };
    expect(judgePosition(KEY, sent)).toEqual({ refused: "OTHER_LINE" });
  });
});

test("A cursor is divided into the list's own and the position that was added", () => {
  expect(cursorParts(withPosition("1.a.b", "p.q.r"))).toEqual({ own: "1.a.b", position: "p.q.r" });
  expect(cursorParts("1.a.b")).toEqual({ own: "1.a.b", position: null });
});
