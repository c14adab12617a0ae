import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { TEMPORAL_DATABASES, TEMPORAL_USER } from "./role-config.ts";

/** Creates the schema of Temporal's two databases, or updates it to the version of the tool. Idempotent. */
export async function updateSchema(
  schemaTool: string,
  { port, password }: { readonly port: number; readonly password: string },
): Promise<void> {
  for (const [schema, database] of Object.entries(TEMPORAL_DATABASES)) {
    const run = (...command: readonly string[]) =>
      promisify(execFile)(
        schemaTool,
        [
          "--plugin=postgres12_pgx",
          "--ep=127.0.0.1",
          `--port=${port}`,
          `--user=${TEMPORAL_USER}`,
          `--db=${database}`,
          ...command,
        ],
        { env: { SQL_PASSWORD: password } },
      );
    await run("setup-schema", "--version", "0.0");
    await run("update-schema", "--schema-name", `postgresql/v12/${schema}`);
  }
}
