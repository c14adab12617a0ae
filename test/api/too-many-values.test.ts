import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type JsonReading, readJson, readLongJson } from "../../api/http/body/read-json.ts";
import { MAX_PART_VALUES, MAX_VALUES } from "../../api/http/body/scan-state.ts";
import { badBodies } from "../factories/api/bad-bodies.ts";
import { campaignSize } from "../harness/campaign.ts";

const PATH = ["operations", "*", "payload"];
const LARGEST = 256 * 1024;

const read = (text: string) => shortly(readJson(text, PATH));
/** A payload with this number of values, itself included. */
const payloadOf = (values: number) => `{"a":${listOf(values - 2)}}`;

describe("Values are counted before any is built,", () => {
  test("in a payload up to 20,000, and one more is refused by pointer", () => {
    expect(MAX_PART_VALUES).toBe(20_000);
    expect(read(batch("{}", payloadOf(20_000)))).toBe("read");
    const tooMany = ["too-many-values", "/operations/1/payload"];
    expect(read(batch("{}", payloadOf(20_001)))).toEqual(tooMany);
    expect(read(batch("{}", `{"a":${listOf(20_000, "{}")}}`))).toEqual(tooMany);
    expect(read(batch("{}", listOf(20_000, "null")))).toEqual(tooMany);
    expect(read(batch("{}", listOf(20_000, '"a"')))).toEqual(tooMany);
  });

  test("outside payloads up to as many, and in a body without payloads too", () => {
    const envelope = (count: number) => `{"operations":[{"payload":{},"x":${listOf(count)}}]}`;
    expect(read(envelope(19_990))).toBe("read");
    expect(read(envelope(20_000))).toEqual(["too-many-values", "/operations/0"]);
    expect(shortly(readJson(listOf(19_999)))).toBe("read");
    expect(shortly(readJson(listOf(20_000)))).toEqual(["too-many-values", ""]);
  });

  test("in a body up to 300,000", () => {
    expect(MAX_VALUES).toBe(300_000);
    const full = Array.from({ length: 14 }, () => payloadOf(20_000));
    // Apart from the payloads: the body, its list, and fifteen operations.
    const rest = MAX_VALUES - 14 * 20_000 - 17;
    expect(read(batch(...full, payloadOf(rest)))).toBe("read");
    expect(read(batch(...full, payloadOf(rest + 1)))).toEqual(["too-many-values", ""]);
  });

  test("wherever they are: the scan and JSON.parse count the same", () => {
    const countOf = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? Object.values(value).reduce<number>((sum, part) => sum + countOf(part), 1)
        : 1;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const count = countOf(value);
        const text = JSON.stringify(value);
        const filled = (more: number) => `[${text},${listOf(MAX_PART_VALUES - count - 2 + more)}]`;
        expect([shortly(readJson(filled(0))), shortly(readJson(filled(1)))]).toEqual([
          "read",
          ["too-many-values", ""],
        ]);
      }),
      { numRuns: campaignSize("DRAWN_CASES", 30) },
    );
  });
});

describe("Bytes are counted", () => {
  const payload = (length: number, char = "a") => `{"a":"${char.repeat(length)}"}`;

  test("in a payload as sent, up to 256 KB", () => {
    expect(read(batch("{}", payload(LARGEST - 8)))).toBe("read");
    expect(read(batch("{}", payload(LARGEST - 7)))).toEqual(["too-big", "/operations/1/payload"]);
    const half = LARGEST / 2;
    expect(read(batch(payload(half - 4, "é")))).toBe("read");
    expect(read(batch(payload(half - 3, "é")))).toEqual(["too-big", "/operations/0/payload"]);
    const blank = `{"a":1${" ".repeat(LARGEST)}}`;
    expect(read(batch(blank))).toEqual(["too-big", "/operations/0/payload"]);
  });

  test("outside payloads, up to as many", () => {
    const outbox = (length: number) => `{"outbox":"${"a".repeat(length)}","operations":[]}`;
    expect(read(outbox(LARGEST - 40))).toBe("read");
    expect(read(outbox(LARGEST))).toEqual(["too-big", ""]);
    const two = `["${"a".repeat(LARGEST / 2)}","${"a".repeat(LARGEST / 2)}"]`;
    expect(read(two)).toEqual(["too-big", ""]);
    expect(read(`{"a":1}${" ".repeat(4 * LARGEST)}`)).toBe("read");
  });
});

test("A text that is scanned in several steps gives the same result as in one", async () => {
  for (const { text } of badBodies("0190a7e0-0000-7000-8000-000000000000"))
    expect(await readLongJson(text, PATH)).toEqual(readJson(text, PATH));
});

function listOf(count: number, item = "1") {
  return `[${Array.from({ length: count }, () => item).join()}]`;
}

function batch(...payloads: readonly string[]) {
  return `{"operations":[${payloads.map((payload) => `{"payload":${payload}}`).join()}]}`;
}

function shortly(reading: JsonReading) {
  return "pointer" in reading ? [reading.kind, reading.pointer] : reading.kind;
}
