import { dirname } from "node:path/posix";
import { expect, test } from "@jest/globals";
import { housePaths } from "../docs/house-files.ts";

const FLOORS = ["contract", "rules", "db", "activities", "workflows", "api", "workers", "tools"];
const MOST_FILES = 20;

test("A folder of a floor has at most 20 files", () => {
  expect(fullFolders([...housePaths])).toEqual([]);
});

test("A folder of 21 files is reported by name", () => {
  const planted = Array.from({ length: 21 }, (_, at) => `rules/planted/file-${at}.ts`);
  expect(fullFolders([...planted, "rules/file.ts"])).toEqual(["rules/planted has 21 files"]);
});

/** Folders with more files than a reader can survey; migrations only grow. */
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
