import type { Child } from "../../../tools/processes/child-process.ts";
import { startNodePart } from "../../../tools/processes/node-part.ts";
import { findFreePorts } from "../../../tools/processes/ports.ts";
import type { TestDatabase } from "../../harness/database.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { COMPILED, killProcess } from "../workers/processes.ts";

/** An API in a separate process. */
export interface ApiProcess {
  readonly port: number;
  readonly pid: number;
  /** Kills it as a power cut does. */
  readonly kill: () => Promise<void>;
  /** Stops it, if it still runs. */
  readonly stop: Child["stop"];
}

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

/** Starts the API on a test's database. `env` names the media store. */
export async function startApiProcess(
  database: TestDatabase,
  { issuer }: Pick<TestIssuer, "issuer">,
  env: Readonly<Record<string, string>>,
): Promise<ApiProcess> {
  const [port = 0] = await findFreePorts(1);
  const child = await startNodePart({
    name: "api",
    entry: new URL("../../../workers/api.ts", import.meta.url),
    env: {
      SIDELINE_MODE: "embedded",
      NODE_COMPILE_CACHE: COMPILED,
      API_PORT: String(port),
      DATABASE_URL: database.appUrl,
      OIDC_ISSUER: issuer,
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      INVITATION_KEY: key(1),
      CURSOR_KEY: key(2),
      HASH_KEY: key(3),
      ...env,
    },
    onLine: () => {},
    onStart: () => {},
  });
  const { pid } = child.record;
  return { port, pid, kill: () => killProcess(child), stop: child.stop };
}
