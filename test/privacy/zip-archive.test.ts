import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { archiveDirectory, zipArchive } from "../../api/privacy/zip-archive.ts";
import { readZip } from "../factories/read-zip.ts";

const modifiedAt = new Date("2026-01-05T08:00:01.000Z");
const GIB = 1024 ** 3;

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function packed(files: readonly { name: string; pieces: readonly Uint8Array[] }[]) {
  const archived = files.map(({ name, pieces }) => ({ name, modifiedAt, bytes: each(pieces) }));
  const parts: Uint8Array[] = [];
  for await (const part of zipArchive(each(archived))) parts.push(part);
  return Buffer.concat(parts);
}

describe("An archive", () => {
  const file = fc.record({
    name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    pieces: fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }),
  });

  test("has every file under its name, byte for byte, in whatever pieces it came", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 6 }), async (files) => {
        const found = readZip(await packed(files));
        expect(found).toEqual(
          files.map(({ name, pieces }) => ({ name, bytes: Buffer.concat(pieces) })),
        );
      }),
    );
  });

  test("says when a file was made: in UTC, to two seconds", async () => {
    const archive = await packed([{ name: "a", pieces: [] }]);
    const [clock, day] = [archive.readUInt16LE(10), archive.readUInt16LE(12)];
    expect([clock >> 11, (clock >> 5) & 63, (clock & 31) * 2]).toEqual([8, 0, 0]);
    expect([(day >> 9) + 1980, (day >> 5) & 15, day & 31]).toEqual([2026, 1, 5]);
  });

  test("has no end when a file of it breaks off", async () => {
    async function* broken() {
      yield Buffer.from("half");
      throw new Error("gone");
    }
    const files = each([{ name: "a", modifiedAt, bytes: broken() }]);
    const parts: Uint8Array[] = [];
    const reading = (async () => {
      for await (const part of zipArchive(files)) parts.push(part);
    })();
    await expect(reading).rejects.toThrow("gone");
    expect(Buffer.concat(parts).includes("PK\u0005\u0006")).toBe(false);
  });

  test("beyond 4 GB says in fields of 64 bits where things are", () => {
    const entry = { name: "a", modifiedAt, crc: 1, size: GIB };
    const list = archiveDirectory(
      [
        { ...entry, offset: 0 },
        { ...entry, offset: 5 * GIB },
      ],
      6 * GIB,
    );
    const second = list.indexOf("PK\u0001\u0002", 4);
    expect(list.readUInt32LE(second + 42)).toBe(0xffffffff);
    const more = second + 46 + 1;
    expect([list.readUInt16LE(more), list.readUInt16LE(more + 2)]).toEqual([1, 8]);
    expect(list.readBigUInt64LE(more + 4)).toBe(BigInt(5 * GIB));
    const end64 = list.indexOf("PK\u0006\u0006");
    expect(list.readBigUInt64LE(end64 + 32)).toBe(2n);
    expect(list.readBigUInt64LE(end64 + 40)).toBe(BigInt(end64));
    expect(list.readBigUInt64LE(end64 + 48)).toBe(BigInt(6 * GIB));
    const locator = list.indexOf("PK\u0006\u0007");
    expect(list.readBigUInt64LE(locator + 8)).toBe(BigInt(6 * GIB + end64));
    const end = list.indexOf("PK\u0005\u0006");
    expect([list.readUInt16LE(end + 10), list.readUInt32LE(end + 16)]).toEqual([2, 0xffffffff]);
  });

  test("of more files than 16 bits count says so in 64", () => {
    const entry = { name: "a", modifiedAt, crc: 1, size: 0, offset: 0 };
    const entries = Array.from({ length: 65_536 }, () => entry);
    const list = archiveDirectory(entries, 0);
    const end64 = list.lastIndexOf("PK\u0006\u0006");
    expect(list.readBigUInt64LE(end64 + 32)).toBe(65_536n);
    expect(list.readUInt16LE(list.lastIndexOf("PK\u0005\u0006") + 10)).toBe(0xffff);
  });
});
