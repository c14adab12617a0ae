import { dirname } from "node:path/posix";
import { expect, test } from "@jest/globals";
import { housePaths } from "../docs/house-files.ts";

const FLOORS = ["contract", "rules", "db", "activities", "workflows", "api", "workers", "dev"];
const MOST_FILES = 20;

/** Folders with more files than a reader takes in at once; migrations only ever grow. */
function fullFolders(paths: readonly string[]): readonly string[] {
  const files = paths.filter(
    (path) => FLOORS.includes(path.split("/")[0] ?? "") && /\.(?:ts|sql)$/.test(path),
  );
  const byFolder = Map.groupBy(files, (path) => dirname(path));
  return [...byFolder].flatMap(([folder, inside]) =>
    inside.length > MOST_FILES && folder !== "db/migrations"
      ? [`${folder} has ${inside.length} files`]
      : [],
  );
}

test("A folder of a floor has 20 files at most", () => {
  expect(fullFolders([...housePaths])).toEqual([]);
});

test("A folder of 21 files is found by its name", () => {
  const planted = Array.from({ length: 21 }, (_, at) => `rules/planted/file-${at}.ts`);
  expect(fullFolders([...planted, "rules/file.ts"])).toEqual(["rules/planted has 21 files"]);
});
