import { type CatalogueEntry, checkedLists, saysMore } from "./catalogue.ts";
import { CHECKED_VOCABULARIES } from "./checked-vocabularies.ts";
import { CHECKS } from "./checks/all.ts";
import { FOREIGN_KEYS } from "./foreign-keys.ts";
import { UNIQUE_KEYS } from "./unique-keys/all.ts";

/** Problems of constraints: no line, a line without a constraint, words that are not the contract's. */
export function findUnlined(catalogue: readonly CatalogueEntry[]): readonly string[] {
  const lined = [
    ...UNIQUE_KEYS.flatMap(({ keys }) => keys),
    ...CHECKS.flatMap(({ checks }) => checks),
    ...Object.values(FOREIGN_KEYS).flat(),
  ];
  const wanted = catalogue.filter((entry) => entry.kind !== "CHECK" || saysMore(entry));
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...wanted.flatMap(({ name }) => (lined.includes(name) ? [] : [`${name} has no line`])),
    ...lined.flatMap((name) => (names.has(name) ? [] : [`${name} is no constraint`])),
    ...lined.flatMap((name, place) =>
      lined.indexOf(name) === place ? [] : [`${name} has two lines`],
    ),
    ...differentWords(catalogue),
  ].toSorted();
}

/** Word lists that differ from the contract's vocabularies, word by word. */
function differentWords(catalogue: readonly CatalogueEntry[]): readonly string[] {
  const checks = catalogue.filter(({ kind }) => kind === "CHECK");
  const listed = Map.groupBy(checks.flatMap(checkedLists), ({ key }) => key);
  const keys = new Set([...listed.keys(), ...Object.keys(CHECKED_VOCABULARIES)]);
  return [...keys].flatMap((key) => {
    const found = (listed.get(key) ?? []).map(({ words }) => words.toSorted());
    const wanted = (CHECKED_VOCABULARIES[key] ?? []).map((words) => words.toSorted());
    return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${key} lists other words`];
  });
}
