import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Files } from "../../../device/ports/files.ts";

/** Tests that every adapter of the `Files` port must pass. */
export function describeFilesConformance(
  name: string,
  prepare: () => Promise<ConformingFiles>,
): void {
  describe(`${name} as files of the device`, () => {
    let disk: ConformingFiles;
    let files: Files;
    beforeEach(async () => {
      disk = await prepare();
      files = await disk.open();
    });
    afterEach(async () => await disk.remove());

    const MIB = 1024 * 1024;
    const part = new Uint8Array(MIB).map((_, index) => index % 251);

    test("A part of a file is read byte by byte as it was written, also by another opening of the folder.", async () => {
      await files.write("part-0", part);
      const again = await disk.open();
      expect(Buffer.from((await again.read("part-0")) ?? []).equals(part)).toBe(true);
      expect(await again.read("part-1")).toBeNull();
    });

    test("A shorter file replaces a longer one as a whole.", async () => {
      await files.write("part-0", part);
      await files.write("part-0", Uint8Array.of(1, 2, 3));
      expect(await files.read("part-0")).toEqual(Uint8Array.of(1, 2, 3));
    });

    test("Only the bytes of a view are written, without the rest of its buffer.", async () => {
      await files.write("view", part.subarray(10, 13));
      expect(await files.read("view")).toEqual(Uint8Array.of(10, 11, 12));
    });

    test("The names of all files are listed, and a removed file is gone, also if it is removed twice.", async () => {
      await files.write("one", Uint8Array.of(1));
      await files.write("two", Uint8Array.of(2));
      expect([...(await files.names())].toSorted()).toEqual(["one", "two"]);
      await files.remove("one");
      await files.remove("one");
      await files.remove("never-there");
      expect(await files.names()).toEqual(["two"]);
      expect(await files.read("one")).toBeNull();
    });

    test("A chosen file tells its size and gives the bytes between two offsets.", async () => {
      const chosen = await files.open(await disk.choose(part));
      expect(chosen.sizeBytes).toBe(MIB);
      expect(await chosen.read(MIB - 3, MIB)).toEqual(part.subarray(MIB - 3));
      expect(await chosen.read(5, 8)).toEqual(part.subarray(5, 8));
    });

    test("Something that is no file cannot be chosen.", async () => {
      await expect(files.open(disk.noFile)).rejects.toThrow();
    });
  });
}

/** A folder that a test opens, also several times. */
export interface ConformingFiles {
  open(): Promise<Files>;
  /** Makes a file that the person may choose. */
  choose(bytes: Uint8Array): Promise<unknown>;
  readonly noFile: unknown;
  remove(): Promise<void>;
}
