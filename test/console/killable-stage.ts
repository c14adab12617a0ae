import { launch } from "puppeteer-core";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { ensureConsole } from "../../tools/web/ensure-console.ts";
import { type ApiProcess, startApiProcess } from "../factories/api/api-process.ts";
import { startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import type { ConsoleStage } from "./stage.ts";

/** A stage whose console is served by an API in a process of its own, which a test kills and starts again. */
export async function startKillableStage(executablePath: string): Promise<KillableStage> {
  const [port = 0, consolePort = 0] = await findFreePorts(2);
  const url = `http://127.0.0.1:${consolePort}`;
  const provider = await startProvider({
    port,
    directory: null,
    audience: "sideline-api",
    backchannelLogoutUri: `${url}/api/v1/auth/backchannel-logout`,
  });
  // This one gives the test its database; no page asks it.
  const api = await startApi({ issuer: provider.issuer });
  const env = {
    API_PORT: String(consolePort),
    SIDELINE_CONSOLE_DIR: await ensureConsole(() => undefined),
    SIDELINE_DATA_DIR: newTestFolder("killable-console"),
  };
  const start = async () => await startApiProcess(api.database, provider, env);
  let child: ApiProcess = await start();
  const browser = await launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--lang=en"],
  });
  return {
    api: { ...api, url },
    issuer: provider.issuer,
    browser,
    kill: async () => await child.kill(),
    start: async () => void (child = await start()),
    async close() {
      await browser.close();
      await child.stop();
      await api.close();
      await provider.stop();
    },
  };
}

export interface KillableStage extends ConsoleStage {
  /** Kills the API as a power cut does. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}
