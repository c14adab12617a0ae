import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "@jest/globals";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "sideline-types-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Statements that the compiler must accept, and those it must refuse, each by its mistake. */
const accepted = {
  "a column, joined tables, values as the driver returns them": `
    const row = await from.selectFrom("relationship as r")
      .innerJoin("appUser as u", "u.id", "r.clientUserId")
      .where("r.zoneChangesAt", "<", new Date()).where("r.status", "<>", "ENDED")
      .select(["r.startedAt", "u.roles", "u.primaryEmail"]).executeTakeFirstOrThrow();
    const read: { startedAt: Date; roles: ("CLIENT" | "COACH")[]; primaryEmail: string | null } = row;
    return read;`,
  "a row without columns that are nullable or have a default": `
    return from.insertInto("clockOffset").values({}).execute();`,
  "jsonb that went through json()": `
    return from.updateTable("coachWorkspace").set({ settings: json({ digestHour: 7 }) }).execute();`,
};
const refused = {
  "a misspelt column": `from.selectFrom("relationship").select("startetAt").execute()`,
  "a misspelt table": `from.selectFrom("relationships").selectAll().execute()`,
  "an unknown status": `from.selectFrom("relationship").where("status", "=", "GONE").execute()`,
  "text for an instant": `from.updateTable("appUser").set({ updatedAt: "now" }).execute()`,
  "null for a column that is never null": `from.updateTable("appUser").set({ displayName: null }).execute()`,
  "jsonb that did not go through json()": `from.updateTable("coachWorkspace").set({ settings: {} }).execute()`,
  "a row that lacks a column": `from.insertInto("authIdentity").values({ id: "1" }).execute()`,
};

test("Statements are checked against the entities by the compiler", () => {
  const statements = [...Object.values(accepted), ...Object.values(refused).map(returned)];
  const source = [...imports, ...statements.map(inFunction)].join("\n");
  expect(linesRefused(source)).toEqual(linesOf(source, Object.values(refused)));
}, 60_000);

const imports = [
  `import type { Kysely } from ${JSON.stringify(`${root}node_modules/kysely/dist/index.js`)};`,
  `import { json } from ${JSON.stringify(`${root}db/platform/statements/sql-parts.ts`)};`,
  `import type { Tables } from ${JSON.stringify(`${root}db/tables.ts`)};`,
  `import ${JSON.stringify(`${root}db/entities.ts`)};`,
  `void json;`,
];
const returned = (statement: string) => `return ${statement};`;
const inFunction = (body: string, index: number) =>
  `export async function statement${index}(from: Kysely<Tables>) {\n${body}\n}`;

function linesOf(source: string, parts: readonly string[]): readonly number[] {
  const lines = source.split("\n");
  return parts.map((part) => lines.findIndex((line) => line.includes(part)) + 1);
}

function linesRefused(source: string): readonly number[] {
  writeFileSync(path.join(folder, "statements.ts"), source);
  const settings = { extends: `${root}tsconfig.json`, include: ["statements.ts"] };
  const compilerOptions = { typeRoots: [`${root}node_modules/@types`] };
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ ...settings, compilerOptions }),
  );
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "--pretty", "false", "-p", folder], {
    encoding: "utf8",
  });
  const lines = [...stdout.matchAll(/statements\.ts\((\d+),\d+\): error/g)].map(([, at]) =>
    Number(at),
  );
  return [...new Set(lines)];
}
