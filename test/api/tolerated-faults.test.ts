import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readJson } from "../../api/http/body/read-json.ts";
import type { JsonFault } from "../../api/http/body/json-scan.ts";

const pointerIn = ({ pointer }: JsonFault) => pointer;

describe("Reading JSON with tolerated faults below a path", () => {
  const PATH = ["operations", "*", "payload"];
  const numbers = (count: number) => `[${Array.from({ length: count }, () => "1e999").join(",")}]`;
  const batch = (...operations: readonly string[]) => `{"operations":[${operations.join(",")}]}`;
  const toleratedIn = (text: string) => {
    const reading = readJson(text, PATH);
    return reading.kind === "read" ? reading.tolerated.map(pointerIn) : reading.kind;
  };

  test("reports the first fault of each place, however many follow", () => {
    const full = `{"payload":{"a":1,"b":${numbers(5_000)}}}`;
    const text = batch('{"payload":1}', full, full, '{"payload":"\\u0000"}');
    expect(toleratedIn(text)).toEqual([
      "/operations/1/payload/b/0",
      "/operations/2/payload/b/0",
      "/operations/3/payload",
    ]);
    expect(toleratedIn(batch('{"payload":1,"payload":2}'))).toEqual(["/operations/0/payload"]);
  });

  test("does not tolerate faults at a path that only looks like it", () => {
    for (const text of [
      '{"operations":{"0":{"payload":1e999}}}',
      '{"operations":[{"payloads":1e999}]}',
      '{"operations":[{"x":{"payload":1e999}}]}',
      '{"operation":[{"payload":1e999}]}',
      '{"operations":[1e999]}',
      '[{"operations":[{"payload":1e999}]}]',
    ]) {
      const reading = readJson(text, PATH);
      expect(reading).toMatchObject({ kind: "read", faults: [{}], tolerated: [] });
    }
  });

  test("agrees with reading without tolerance on every fault, place by place", () => {
    const part = fc.constantFrom("1", "1e999", '{"a":1,"a":2}', "[1e999,2]", '{"payload":1e999}');
    const name = fc.constantFrom("payload", "metadata");
    const operation = fc.tuple(name, part).map(([key, value]) => `{"${key}":${value}}`);
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 6 }), fc.boolean(), (operations, isBatch) => {
        const text = isBatch ? batch(...operations) : `[${operations.join(",")}]`;
        const all = readFaults(text);
        const isTolerated = ({ pointer }: JsonFault) =>
          /^\/operations\/\d+\/payload(\/|$)/.test(pointer);
        const reading = readJson(text, PATH);
        expect(reading).toMatchObject({
          kind: "read",
          faults: all.filter((fault) => !isTolerated(fault)),
          tolerated: all.filter(isTolerated),
        });
      }),
    );
  });

  test("points to the item that is nested too deep", () => {
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
    const pointerOfDeep = (text: string) => {
      const reading = readJson(text, PATH);
      return reading.kind === "too-deep" ? reading.pointer : reading.kind;
    };
    expect(pointerOfDeep(batch("{}", `{"payload":${deep}}`))).toBe("/operations/1/payload");
    expect(pointerOfDeep(batch("{}", `{"metadata":${deep}}`))).toBe("/operations/1");
    expect(pointerOfDeep(`{"outbox":${deep}}`)).toBe("");
  });

  test("stays fast on a body full of faults, which a quadratic search would take hours for", () => {
    const many = `{"payload":${numbers(19_000)}}`;
    const bodies = Array.from({ length: 15 }, () => many);
    expect(toleratedIn(batch(...bodies))).toEqual(
      bodies.map((_, index) => `/operations/${index}/payload/0`),
    );
    expect(toleratedIn(batch(...Array.from({ length: 2_000 }, () => '{"payload":1e999}')))).toBe(
      "too-many-faults",
    );
  });
});

function readFaults(text: string) {
  const reading = readJson(text);
  return reading.kind === "read" ? reading.faults : [];
}
