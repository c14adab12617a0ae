import { expect, test } from "@jest/globals";
import { migrationNames } from "../../db/platform/migrate.ts";

test("migrations are numbered from 0001, without gaps or duplicates", () => {
  expect(misnumbered(migrationNames())).toEqual([]);
});

test.each([
  ["a gap", ["0001-platform", "0003-accounts"], ["0003-accounts"]],
  ["a duplicate", ["0001-platform", "0002-a", "0002-b"], ["0002-b"]],
  ["a start other than 0001", ["0000-platform"], ["0000-platform"]],
  ["a name without a number", ["platform"], ["platform"]],
])("%s breaks the numbering", (_, names, found) => {
  expect(misnumbered(names)).toEqual(found);
});

/** Names that break the numbering: four digits from 0001, each number once. */
function misnumbered(names: readonly string[]): readonly string[] {
  return names.filter(
    (name, index) => !new RegExp(`^${String(index + 1).padStart(4, "0")}-[a-z]`).test(name),
  );
}
