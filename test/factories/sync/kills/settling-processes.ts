import { expect } from "@jest/globals";
import { sql } from "kysely";
import { newId } from "../../../../db/platform/new-id.ts";
import { openDatabase } from "../../../../db/open-database.ts";
import type { Child } from "../../../../tools/processes/child-process.ts";
import { findFreePorts } from "../../../../tools/processes/ports.ts";
import { useOwnDatabase } from "../../../harness/database.ts";
import { openNamespace } from "../../../harness/namespace.ts";
import { eventually } from "../../eventually.ts";
import { processEnvironment, startProcess } from "../../workers/processes.ts";
import { admissionDeps, buildScope, queued, submit, type BuiltScope } from "../sync.ts";

/** Opens a database and a namespace for worker and relay as separate processes; neither runs yet. */
export async function openSettlingProcesses() {
  const files = await useOwnDatabase();
  const database = openDatabase({ url: files.appUrl, poolSize: 12, applicationName: "test" });
  const { em } = database;
  const admission = admissionDeps(em);
  const [workerPort, relayPort] = await findFreePorts(2);
  const env = {
    ...processEnvironment(files, { ...(await openNamespace()), taskQueue: `test-${newId()}` }),
    WORKER_HEALTH_PORT: String(workerPort),
    RELAY_HEALTH_PORT: String(relayPort),
  };
  const started: Child[] = [];
  const lines: string[] = [];

  const rowsOf = async (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
    (await statement.execute(em.fork().getKysely())).rows;
  /** The outcome of a device's batches. */
  const effectsOf = async ({ deviceId, relationshipId }: BuiltScope) => {
    const [effects] = await rowsOf(sql`select
      (select array_agg(distinct status) from sync_batch where device_id = ${deviceId}) as statuses,
      (select count(*)::int from agenda_day
        where relationship_id = ${relationshipId} and skipped_count = 1) as days`);
    return { ...effects };
  };
  const countAttentions = ({ relationshipId }: BuiltScope) =>
    lines.filter(
      (line) => line.includes("ClientSkipNeedsAttention") && line.includes(relationshipId),
    ).length;

  return {
    ownerUrl: files.ownerUrl,
    workerPort,
    relayPort,
    rowsOf,
    effectsOf,
    start: async (name: "worker" | "relay") => {
      const child = await startProcess(name, env, lines);
      started.push(child);
      return child;
    },
    /** A scope whose phone has skipped a meal, not settled yet. */
    skipped: async (): Promise<BuiltScope> => {
      const scope = await buildScope(em);
      const reason = { taskId: scope.agenda.meal.id, reason: "ILLNESS" };
      await submit(admission, scope, [queued("quick-log.skip", reason)]);
      return scope;
    },
    /** One operation, counted once in its day, with one event for the coach. */
    settledOnce: async (scope: BuiltScope) => {
      await eventually(
        () => effectsOf(scope),
        ({ statuses }) => String(statuses) === "SETTLED",
      );
      await eventually(
        async () => countAttentions(scope),
        (count) => count > 0,
      );
      expect(await effectsOf(scope)).toEqual({ statuses: ["SETTLED"], days: 1 });
      expect(countAttentions(scope)).toBe(1);
    },
    close: async () => {
      for (const child of started) await child.stop();
      await database.close();
    },
  };
}
