import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "../processes/child-process.ts";
import { waitForPort } from "../processes/wait-for-port.ts";
import { openUiFront, planUi } from "./ui-front.ts";

/** Starts the web UI of a Temporal server, reachable only by names of this machine. */
export async function startUi(options: UiOptions): Promise<Child> {
  const { port, host } = await planUi();
  const front = await openUiFront(options.port, { port, host });
  mkdirSync(join(options.folder, "config"), { recursive: true });
  const config = {
    temporalGrpcAddress: options.address,
    host,
    port,
    enableUi: true,
    defaultNamespace: options.namespace,
    // It would download news.
    disableNewsFetch: true,
    hideLogs: true,
  };
  writeFileSync(join(options.folder, "config", "ui.yaml"), JSON.stringify(config));
  try {
    const child = await startChild({
      name: "temporal-ui",
      command: options.program,
      args: ["--root", options.folder, "--env", "ui", "start"],
      env: { TZ: "UTC" },
      onLine: options.onLine,
      onStart: options.onStart,
    });
    void child.ended.then(() => front.close());
    await waitForPort(child, { port, host, limitMs: READY_LIMIT_MS });
    return child;
  } catch (error) {
    await front.close();
    throw error;
  }
}

interface UiOptions {
  readonly program: string;
  readonly port: number;
  readonly address: string;
  readonly namespace: string;
  readonly folder: string;
  readonly onLine: (line: string) => void;
  readonly onStart: (child: Child) => void;
}

const READY_LIMIT_MS = 30_000;
