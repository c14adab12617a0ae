import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { anyText } from "../factories/any-text.ts";
import { pointerOf } from "../../api/http/body/pointer.ts";
import { readJson } from "../../api/http/body/read-json.ts";
import type { JsonFault } from "../../api/http/body/json-scan.ts";
import { MAX_NESTING } from "../../api/http/body/scan-state.ts";

const pointerIn = ({ pointer }: JsonFault) => pointer;
const at = (pointer: string, code: JsonFault["code"]) => [{ pointer, code }];

/** JSON values without faults: well-formed text, safe numbers, at most as deep as the API reads. */
const cleanText = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
const clean = fc
  .jsonValue({ depthSize: "large", maxDepth: 8, stringUnit: "grapheme" })
  .filter((value) => {
    const text = JSON.stringify(value);
    return !text.includes(String.raw`\u0000`) && !hasUnsafeNumber(value);
  });

describe("Reading JSON", () => {
  test("agrees with JSON.parse on every value and finds no fault in clean ones", () => {
    fc.assert(
      fc.property(clean, fc.constantFrom("", " ", "\t", "\r\n"), (value, gap) => {
        const text = JSON.stringify(value, null, gap);
        const parsed: unknown = JSON.parse(text);
        const read = { kind: "read", value: parsed, faults: [], tolerated: [] };
        expect(readJson(text)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });

  test("agrees with JSON.parse on invalid JSON, and never throws", () => {
    const fragments = fc.constantFrom(
      '{"a":1}',
      "[",
      "]",
      "{",
      "}",
      '"',
      "\\",
      ",",
      ":",
      "1",
      "-",
      "1e9",
      "null",
      "\\u00",
      " ",
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const reading = readJson(text);
        expect(reading.kind).toBe(parses(text) ? "read" : "malformed");
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(readJson(text).kind).toBe(parses(text) ? "read" : "malformed");
      }),
    );
  });

  test("finds a fault wherever it is planted, and names its place", () => {
    const faulty = fc.constantFrom<[string, JsonFault["code"]]>(
      ['{"x":1,"x":1}', "duplicate_key"],
      [String.raw`"a\ud800b"`, "lone_surrogate"],
      [String.raw`"\udc00\ud800"`, "lone_surrogate"],
      [String.raw`"\u0000"`, "nul_character"],
      ["9007199254740992", "unsafe_number"],
      ["-1e400", "unsafe_number"],
    );
    const path = fc.array(fc.oneof(cleanText, fc.nat({ max: 3 })), { maxLength: 6 });
    fc.assert(
      fc.property(path, faulty, clean, (steps, [text, code], other) => {
        const planted = steps.reduceRight((inner: string, step) => wrap(inner, step, other), text);
        const suffix = code === "duplicate_key" ? ["x"] : [];
        expect(faultsOf(planted)).toEqual(at(pointerOf([...steps, ...suffix]), code));
      }),
      { numRuns: 500 },
    );
  });

  function wrap(inner: string, step: string | number, other: unknown): string {
    const sibling = JSON.stringify(other);
    if (typeof step === "number") return `[${`${sibling},`.repeat(step)}${inner}]`;
    const name = step === "beside" ? "besides" : "beside";
    return `{${JSON.stringify(name === step ? "b" : name)}:${sibling},${JSON.stringify(step)}:${inner}}`;
  }

  test("decodes escapes in keys", () => {
    expect(faultsOf(String.raw`{"a":1,"\u0061":2}`)).toEqual(at("/a", "duplicate_key"));
    expect(faultsOf(String.raw`{"\u0000":1}`)).toEqual(at("/\0", "nul_character"));
    expect(faultsOf(String.raw`{"\ud83d\ude00":1,"\\u0000":2,"\"":3}`)).toEqual([]);
  });

  test("tracks the keys of each object separately", () => {
    expect(faultsOf('[{"a":1},{"a":1},{"b":{"a":1},"a":2}]')).toEqual([]);
    expect(faultsOf('{"a":{"b":1},"c":[{"b":1}],"a":0}')).toEqual(at("/a", "duplicate_key"));
  });

  test("accepts numbers that a double represents", () => {
    expect(faultsOf("[9007199254740991,-9007199254740991,1e15,0.1,1e-400,-0]")).toEqual([]);
    expect(faultsOf("[1E400]")).toEqual(at("/0", "unsafe_number"));
    expect(faultsOf("[9007199254740993.0]")).toEqual(at("/0", "unsafe_number"));
  });

  test("does not touch prototypes", () => {
    const reading = readJson('{"__proto__":{"admin":true},"constructor":{"prototype":1}}');
    expect(reading.kind).toBe("read");
    const value: unknown = reading.kind === "read" ? reading.value : null;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value ?? {})).toEqual(["__proto__", "constructor"]);
    expect(Reflect.get({}, "admin")).toBeUndefined();
    expect(faultsOf('{"__proto__":1,"__proto__":2}')).toEqual(at("/__proto__", "duplicate_key"));
  });

  test(`refuses more than ${MAX_NESTING} levels before parsing`, () => {
    const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`;
    expect(readJson(nested(MAX_NESTING)).kind).toBe("read");
    expect(readJson(nested(MAX_NESTING + 2)).kind).toBe("too-deep");
    expect(readJson("[".repeat(5_000_000)).kind).toBe("too-deep");
    expect(readJson(`"${"[".repeat(100)}"`).kind).toBe("read");
  });

  test("stops on a body of nothing but faults and names those found so far", () => {
    const reading = readJson(`[${Array.from({ length: 2000 }, () => "1e999").join(",")}]`);
    const pointers = reading.kind === "too-many-faults" ? reading.faults.map(pointerIn) : [];
    expect([pointers.length, pointers.at(-1)]).toEqual([1001, "/1000"]);
  });

  test("names a place in few words, however long the names above it", () => {
    const name = "k".repeat(200_000);
    const faults = Array.from({ length: 1000 }, () => "1e999").join(",");
    const pointers = readFaults(`{"${name}":[${faults}]}`).map(({ pointer }) => pointer);
    expect(pointers).toHaveLength(1000);
    expect(pointers.at(-1)).toBe(`/${"k".repeat(64)}…/999`);
    expect(pointerOf([`a${"😀".repeat(40)}`]).isWellFormed()).toBe(true);
  });

  test("stays linear on input that makes parsers slow", () => {
    const megabyte = 1_000_000;
    const texts = [
      `"${"\\\\".repeat(megabyte)}"`,
      `"${'\\"'.repeat(megabyte)}"`,
      `[${"0".repeat(megabyte)}]`,
      `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join(",")}}`,
      "\\".repeat(2 * megabyte),
      '"\\'.repeat(megabyte),
    ];
    for (const text of texts) {
      expect(readJson(text)).toHaveProperty("kind");
    }
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function faultsOf(text: string) {
  const reading = readJson(text);
  return reading.kind === "read" ? reading.faults : reading.kind;
}

function readFaults(text: string) {
  const faults = faultsOf(text);
  return typeof faults === "string" ? [] : faults;
}

function hasUnsafeNumber(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnsafeNumber);
}
