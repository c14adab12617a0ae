import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { allNames } from "./all-names.ts";

const file = new URL("names.json", import.meta.url);
const frozen = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(file, "utf8")));

// Adds the names that are new in this tree. It never removes one: to retire a name, delete its line by hand and say
// why in the commit.
const names = Object.entries(await allNames()).map(([kind, found]) => {
  const all = new Set([...(frozen[kind] ?? []), ...found]);
  return [kind, [...all].toSorted()] as const;
});
writeFileSync(file, `${JSON.stringify(Object.fromEntries(names), null, 2)}\n`);
