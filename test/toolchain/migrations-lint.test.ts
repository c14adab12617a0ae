import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const repository = fileURLToPath(new URL("../../", import.meta.url));

test.each([
  ["adding-required-field", "alter table device add column colour text not null;"],
  ["ban-drop-column", "alter table device drop column platform;"],
  ["changing-column-type", "alter table device alter column platform type varchar(9);"],
  ["constraint-missing-not-valid", "alter table device add constraint a check (platform <> '');"],
  ["renaming-column", "alter table device rename column platform to system;"],
  ["require-concurrent-index-creation", "create index a on device (platform);"],
])("a migration that breaks %s is refused", (rule, statement) => {
  expect(lintMigration(statement)).toContain(rule);
});

test("a new table with its index is accepted", () => {
  const statement = "create table colour (id uuid primary key, name text not null);";
  expect(lintMigration(`${statement}\ncreate index colour_name_idx on colour (name);`)).toBe("");
});

function lintMigration(statement: string): string {
  const program = `${repository}node_modules/squawk-cli/js/bin/squawk`;
  const { stdout } = spawnSync(
    process.execPath,
    [program, "--reporter=gcc", "--stdin-filepath=db/migrations/9999-planted.sql"],
    { cwd: repository, input: statement, encoding: "utf8" },
  );
  return stdout;
}
