import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { zipArchive } from "../../api/privacy/zip-archive.ts";
import { eventually } from "../factories/eventually.ts";
import { readZip } from "../factories/privacy/read-zip.ts";

const modifiedAt = new Date("2026-01-05T08:00:01.000Z");

describe("an archive", () => {
  const file = fc.record({
    name: fc.uuid().map((id) => `media/${id}.bin`),
    pieces: fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }),
  });

  test("contains every file under its name, byte for byte, in whatever pieces it came", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 6 }), async (files) => {
        const found = readZip(await packed(files));
        expect(found).toEqual(
          files.map(({ name, pieces }) => ({ name, bytes: Buffer.concat(pieces) })),
        );
      }),
    );
  });

  test("is never completed if one of its files breaks off", async () => {
    async function* broken() {
      yield Buffer.from("half");
      throw new Error("gone");
    }
    const open = () => Promise.resolve(Readable.from(broken()));
    const files = each([{ name: "a", modifiedAt, open }]);
    const parts: Uint8Array[] = [];
    const archive = zipArchive(files).on("data", (part: Uint8Array) => parts.push(part));
    await expect(finished(archive)).rejects.toThrow("gone");
    expect(Buffer.concat(parts).includes("PK\u0005\u0006")).toBe(false);
  });

  test("that is not read to its end closes the open file, and opens no other", async () => {
    const opened: Readable[] = [];
    const open = () => {
      opened.push(Readable.from(each(Array.from({ length: 1_000 }, () => Buffer.alloc(65_536)))));
      return Promise.resolve(opened.at(-1) ?? Readable.from([]));
    };
    const archive = zipArchive(each(["a", "b"].map((name) => ({ name, modifiedAt, open }))));
    await once(archive, "data");
    await eventually(
      async () => opened.length,
      (count) => count > 0,
    );
    archive.destroy();
    await once(archive, "close");
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  test("is never completed if its next file cannot be opened", async () => {
    const open = () => Promise.reject(new Error("not there"));
    const archive = zipArchive(each([{ name: "a", modifiedAt, open }]));
    await expect(buffer(archive)).rejects.toThrow("not there");
  });
});

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function packed(files: readonly { name: string; pieces: readonly Uint8Array[] }[]) {
  const archived = files.map(({ name, pieces }) => {
    return { name, modifiedAt, open: () => Promise.resolve(Readable.from(pieces)) };
  });
  return await buffer(zipArchive(each(archived)));
}
