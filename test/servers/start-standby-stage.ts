import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONNECTION_LIMITS } from "../../db/platform/pipeline/silence.ts";
import { migrate } from "../../db/platform/migrate.ts";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import {
  type ClusterMember,
  type DatabaseCluster,
  startDatabaseCluster,
} from "../../tools/production/database/start-database-cluster.ts";
import { type LocalWay, openLocalWay } from "../factories/db/local-way.ts";
import type { TestDatabase } from "../harness/database.ts";
import { type FaultyWay, openFaultyWay } from "../harness/faulty-way.ts";

/**
 * Starts a migrated primary with a streaming standby, and a balancer in front of each, whose target a test changes.
 * Replay waits for no read: it cancels one that is in its way.
 */
export async function startStandbyStage(): Promise<StandbyStage> {
  const folder = mkdtempSync(join(tmpdir(), "sideline-standby-"));
  // The server may run as another user, who has to traverse it.
  chmodSync(folder, 0o711);
  const [primary = 0, second = 0] = await findFreePorts(2);
  const cluster = await startDatabaseCluster({
    folder,
    ports: { primary, standbys: [second] },
    synchronous: false,
    passwords: { superuser: "one", owner: "two", app: "three" },
    settings: { max_standby_streaming_delay: "0", hot_standby_feedback: "off" },
    say: () => {},
  });
  await cluster.createDatabase(NAME);
  await migrate(cluster.ownerUrl(NAME, primary));
  const link = await openFaultyWay(second);
  const [toPrimary, toStandby] = [await openTarget(primary), await openTarget(link.port)];
  const appUrl = cluster.appUrl(NAME, toPrimary.port);
  return {
    cluster,
    link,
    toPrimary,
    toStandby,
    database: {
      name: NAME,
      appUrl,
      ownerUrl: cluster.ownerUrl(NAME, toPrimary.port),
      superuserUrl: cluster.superuserUrl(NAME, toPrimary.port),
      limits: CONNECTION_LIMITS,
    },
    readUrl: cluster.appUrl(NAME, toStandby.port),
    standby: () => {
      const found = cluster.members.find(({ name }) => name !== cluster.primary().name);
      if (found === undefined) throw new Error("The cluster has no standby");
      return found;
    },
    async close() {
      await toPrimary.close();
      await toStandby.close();
      await link.close();
      await cluster.stop();
      for (const { name } of cluster.members) await removeCluster(join(folder, name));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database with a standby. */
export interface StandbyStage {
  readonly cluster: DatabaseCluster;
  /** The address of the primary, as an API knows it. */
  readonly database: TestDatabase;
  /** The address of the standby, as an API knows it. */
  readonly readUrl: string;
  /** The link to the first standby, which a test can silence. */
  readonly link: FaultyWay;
  readonly toPrimary: Target;
  readonly toStandby: Target;
  readonly standby: () => ClusterMember;
  close(): Promise<void>;
}

/** A balancer with one server. */
type Target = LocalWay & {
  /** Ends every connection; later ones lead to this port. */
  moveTo(port: number): void;
};

const NAME = "sideline";

async function openTarget(port: number): Promise<Target> {
  const target = new URL(`tcp://127.0.0.1:${port}`);
  const way = await openLocalWay(target, (near, far) => {
    near.pipe(far);
    far.pipe(near);
  });
  return {
    ...way,
    moveTo: (to) => {
      target.port = String(to);
      way.cut();
    },
  };
}
