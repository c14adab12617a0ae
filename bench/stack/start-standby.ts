import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { findPostgresPlace, removeCluster } from "../../tools/postgres/postgres-place.ts";
import { startServer } from "../../tools/postgres/start-server.ts";
import { buildStandby } from "../../tools/production/database/build-standby.ts";
import { writeOwnSettings } from "../../tools/production/database/own-settings.ts";
import { freePorts } from "./free-ports.ts";
import type { BenchStack } from "./stack.ts";

/** Starts a streaming standby of a stack's PostgreSQL, and waits until it answers reads. */
export async function startStandby(stack: BenchStack, database: Client): Promise<BenchStandby> {
  const folder = mkdtempSync(join(tmpdir(), "sideline-bench-standby-"));
  // The server may run as another user, who has to traverse it.
  chmodSync(folder, 0o711);
  const [port = 0] = await freePorts(1);
  const place = await findPostgresPlace(join(folder, NAME));
  const primary = new URL(stack.superuserUrl);
  const { rowCount } = await database.query(
    "select from pg_replication_slots where slot_name = $1",
    [NAME],
  );
  if (rowCount === 0)
    await database.query("select pg_create_physical_replication_slot($1)", [NAME]);
  await buildStandby(place, stack.superuserUrl);
  const follows = {
    port: Number(primary.port),
    user: primary.username,
    password: decodeURIComponent(primary.password),
  };
  writeOwnSettings(place, { name: NAME, synchronousNames: null, follows });
  const server = await startServer({ place, port, durable: true, onLine: () => undefined });
  const url = new URL(stack.database.url);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      await server.stop();
      await removeCluster(join(folder, NAME));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A standby beside a stack; it is stopped before the stack. */
export interface BenchStandby {
  /** Its address with the role of the product. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const NAME = "bench_standby";
