import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const folder = new URL("../../db/migrations/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), "utf8");

/** Written by `sha256sum *.sql > SHA256SUMS` when migrations are added. */
const frozen = new Map(
  read("SHA256SUMS")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [sum = "", file = ""] = line.split(/\s+/);
      return [file, sum] as const;
    }),
);
const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));

test("every migration is listed with its checksum", () => {
  expect([...frozen.keys()].toSorted()).toEqual(files.toSorted());
});

test.each(files)("%s is unchanged since it ran elsewhere", (file) => {
  const sum = createHash("sha256").update(read(file)).digest("hex");
  expect(sum).toBe(frozen.get(file));
});
