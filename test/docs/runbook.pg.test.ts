import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import * as z from "zod";
import { endpoints } from "../../api/endpoints.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { textOf } from "./house-files.ts";
import { commandsOf, routesOf, shellBlocksOf, sqlOf } from "./runbook-commands.ts";

const page = textOf("docs/operations.md");
const [, alerts = ""] = page.split(/^## Alerts$/m);
const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(JSON.parse(textOf("package.json")));
const run = promisify(execFile);

const { appUrl, superuserUrl } = await useOwnDatabase();
const app = new Client({ connectionString: appUrl });
const superuser = new Client({ connectionString: superuserUrl });
beforeAll(() => Promise.all([app.connect(), superuser.connect()]));
afterAll(() => Promise.all([app.end(), superuser.end()]));

describe("The runbook", () => {
  const sections = alerts.split(/^### /m).slice(1);

  test("names for each alert something that an operator can run, read or query", () => {
    const bare = sections.filter((section) => !/`[^`]+`|```/.test(section.replace(/^.*\n/, "")));
    expect(sections.length).toBeGreaterThan(40);
    expect(bare.map((section) => section.split("\n", 1)[0])).toEqual([]);
  });

  test.each(sqlOf(page).filter((sql) => /^select\b/.test(sql)))(
    "has a query that the app's role may run on the migrated schema: %s",
    async (sql) => {
      await app.query("begin read only");
      try {
        await expect(app.query(filledIn(sql))).resolves.toMatchObject({ command: "SELECT" });
      } finally {
        await app.query("rollback");
      }
    },
  );

  test("has no other statement than queries, settings of the server, and the role of backups", async () => {
    const others = sqlOf(page).filter((sql) => !/^select\b/.test(sql));
    const settings = others.flatMap((sql) => /^alter system set (\w+) =/.exec(sql)?.[1] ?? []);
    const { rows } = await superuser.query(
      "select count(*)::int as count from pg_settings where name = any($1)",
      [settings],
    );
    expect(rows).toEqual([{ count: settings.length }]);
    const roles = others.filter((sql) => !sql.startsWith("alter system "));
    expect(roles).toEqual([expect.stringMatching(/^create role backup /)]);
    await superuser.query("begin");
    await superuser.query(roles[0] ?? "");
    await superuser.query("rollback");
  });

  test.each(commandsOf(page))(
    "names npm run $script, whose help knows every option that the page uses",
    ({ script, options }) => {
      const [, entry = ""] = /^node (\S+\.ts)/.exec(scripts[script] ?? "") ?? [];
      const source = textOf(entry);
      // A command without a help page would do its work when it is asked for help.
      expect({ script, hasHelp: source.includes("showHelp(") }).toEqual({ script, hasHelp: true });
      expect(options.filter((option) => !source.includes(option))).toEqual([]);
    },
  );

  test("names only routes of the API", () => {
    const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
    const named = routesOf(page);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((route) => !known.has(route))).toEqual([]);
  });

  test.each(shellBlocksOf(page))("has shell commands that bash can parse: %s", async (block) => {
    await expect(run("bash", ["-n", "-c", block])).resolves.toMatchObject({ stderr: "" });
  });
});

test("The commands of a page are its SQL, npm commands with options, routes and shell blocks", () => {
  const text = `Run \`npm run deploy -- --ramp 10\`, then \`select 1\`, or \`GET /api/v1/a/{id}?b=c\`.

   \`\`\`sql
   -- A comment; with a semicolon.
   select a
   from b;
   \`\`\`

\`\`\`sh
npm run backup -- /mnt/one   # a comment
\`\`\`
`;
  expect(sqlOf(text)).toEqual(["select 1", "select a\nfrom b"]);
  expect(commandsOf(text)).toEqual([
    { script: "backup", options: [] },
    { script: "deploy", options: ["--ramp"] },
  ]);
  expect(routesOf(text)).toEqual(["GET /api/v1/a/{id}"]);
  expect(shellBlocksOf(text)).toEqual(["npm run backup -- /mnt/one   # a comment\n"]);
});

/** Placeholders such as `<receipt id>` become an id. */
function filledIn(sql: string): string {
  return sql.replaceAll(/<[a-z ]+>/g, "01234567-89ab-7cde-8fff-0123456789ab");
}
