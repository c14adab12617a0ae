import { Client, escapeLiteral } from "pg";
import { readText } from "./shape/compose-file.ts";

/**
 * Creates the logins and databases of all tenants of the cluster that are missing, with the statements of
 * deploy/postgres/create-databases.sh.
 *
 * @param url of the superuser.
 */
export async function createDatabases(
  url: string,
  passwords: Readonly<Record<string, string>>,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of tenantStatements(passwords))
      if (!(await isDone(client, statement))) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The statements of the script, with the passwords that it takes from the environment. */
export function tenantStatements(passwords: Readonly<Record<string, string>>): readonly string[] {
  const script = readText("deploy/postgres/create-databases.sh");
  const [, statements = ""] = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(script) ?? [];
  const variables = new Map(
    [...script.matchAll(/--set=(\w+)="\$(\w+)"/g)].map(([, name = "", variable = ""]) => [
      name,
      variable,
    ]),
  );
  const complete = statements.replaceAll(/:'(\w+)'/g, (_whole, name: string) => {
    const password = passwords[variables.get(name) ?? ""];
    if (password === undefined) throw new Error(`No password is known for ${name}.`);
    return escapeLiteral(password);
  });
  return complete.split(";").flatMap((statement) => {
    const text = statement.trim();
    return text === "" ? [] : [text];
  });
}

/** Roles and databases cannot be created "if not exists". */
async function isDone(client: Client, statement: string): Promise<boolean> {
  const [, kind, name] = /^create (role|database) (\w+)/.exec(statement) ?? [];
  if (kind === undefined) return false;
  const catalogue =
    kind === "role"
      ? "select 1 from pg_roles where rolname = $1"
      : "select 1 from pg_database where datname = $1";
  const found = await client.query(catalogue, [name]);
  return found.rowCount !== 0;
}
