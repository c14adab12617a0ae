import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { findTemporalBinary } from "../../tools/temporal/temporal-binary.ts";
import { startTemporalServer } from "../../tools/temporal/temporal-server.ts";
import type { TemporalOptions } from "../../workers/outside/temporal-options.ts";

/** A Temporal server of one test file, which may stop it. */
export interface OwnTemporal extends TemporalOptions {
  /** Stops the server and loses all its data. */
  lose(): Promise<void>;
  /** Starts an empty server at the same address. */
  bringBack(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a separate server, in memory. */
export async function openOwnTemporal(): Promise<OwnTemporal> {
  const home = mkdtempSync(join(tmpdir(), "sideline-own-temporal-"));
  const { path } = await findTemporalBinary({ env: process.env, say: () => {} });
  const [port = 0] = await findFreePorts(1);
  const namespace = "sideline";
  const start = () =>
    startTemporalServer({
      program: path,
      file: null,
      namespace,
      port,
      uiPort: null,
      home,
      onLine: () => {},
    });
  let server = await start();
  const lose = async () => void (await server.child.stop());
  return {
    address: server.address,
    namespace,
    lose,
    bringBack: async () => {
      server = await start();
    },
    close: async () => {
      await lose();
      await rm(home, { recursive: true, force: true });
    },
  };
}
