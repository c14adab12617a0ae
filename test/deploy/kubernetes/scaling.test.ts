import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { CLIENT_QUOTAS, partOfQuota } from "../../../api/http/gate/client-quota.ts";
import { CONFIG_VARIABLES } from "../../../workers/config/config.ts";
import { DatabaseFields } from "../../../workers/config/fields/database-fields.ts";
import { buildOverlay, type Manifest, OVERLAYS } from "./build-overlay.ts";
import { readWorkloads, type Workload, workloadsOf } from "./read-workloads.ts";

/** Connections of a process outside its pool: its own probe of the database, and the locks of uploads. */
const BESIDES_POOL = 2;
/** PostgreSQL keeps three for its superuser; the migration and the commands of operators need a few. */
const RESERVED = 10;
const DEFAULT_POOL = DatabaseFields.DATABASE_POOL_SIZE.parse(undefined);

const Autoscaler = z.object({
  spec: z.object({
    scaleTargetRef: z.object({ name: z.string() }),
    minReplicas: z.int(),
    maxReplicas: z.int(),
    metrics: z.array(z.looseObject({ type: z.string() })),
    behavior: z.object({
      scaleDown: z.object({
        policies: z.tuple([
          z.object({ type: z.literal("Pods"), value: z.int(), periodSeconds: z.int() }),
        ]),
      }),
    }),
  }),
});
const Budget = z.object({
  spec: z.object({
    maxUnavailable: z.int(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
  }),
});

describe.each(OVERLAYS)("The replicas of the overlay %s", (overlay) => {
  const manifests = buildOverlay(overlay);
  const scalers = manifests
    .filter(({ kind }) => kind === "HorizontalPodAutoscaler")
    .map((manifest) => Autoscaler.parse(manifest).spec);
  const running = readWorkloads(manifests).filter(({ part }) => part !== "migrate");
  const [api] = workloadsOf("api", manifests);
  const scalerOf = ({ name }: Workload) =>
    scalers.find(({ scaleTargetRef }) => scaleTargetRef.name === name);

  /** Most replicas, a surplus one of a rollout, one that stops in a rollout, and one that the autoscaler stopped. */
  const mostProcesses = (workload: Workload) => {
    const { rollingUpdate } = workload.spec.strategy ?? {};
    const scaler = scalerOf(workload);
    const replicas = scaler?.maxReplicas ?? workload.spec.replicas ?? 0;
    return replicas + (rollingUpdate?.maxSurge ?? 0) + 1 + (scaler === undefined ? 0 : 1);
  };

  test("need no more connections than max_connections of its database", () => {
    const needed = running.map((workload) => {
      const pool = Number(workload.environment["DATABASE_POOL_SIZE"] ?? DEFAULT_POOL);
      return mostProcesses(workload) * (pool + BESIDES_POOL);
    });
    const sum = needed.reduce((all, one) => all + one, RESERVED);
    expect(sum).toBeLessThanOrEqual(maxConnections(manifests));
    expect(sum).toBeGreaterThan(maxConnections(manifests) * 0.75);
  });

  test("are scaled for API and worker, and fixed for the relay", () => {
    for (const workload of running) {
      const isScaled = workload.part !== "relay";
      expect([workload.name, scalerOf(workload) !== undefined]).toEqual([workload.name, isScaled]);
      expect(workload.spec.replicas === undefined).toBe(isScaled);
    }
    expect(scalers).toHaveLength(running.length - 1);
  });

  test("are at least two of each, and never fewer in a rollout", () => {
    for (const workload of running) {
      const least = scalerOf(workload)?.minReplicas ?? workload.spec.replicas ?? 0;
      expect(least).toBeGreaterThanOrEqual(2);
      expect(workload.spec.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    }
  });

  test("have one budget of disruptions for each Deployment, which its pods match", () => {
    const budgets = manifests
      .filter(({ kind }) => kind === "PodDisruptionBudget")
      .map((manifest) => ({ name: manifest.metadata.name, ...Budget.parse(manifest).spec }));
    expect(budgets.map(({ name }) => name).toSorted()).toEqual(
      running.map(({ name }) => name).toSorted(),
    );
    for (const { name, maxUnavailable, selector } of budgets) {
      expect(maxUnavailable).toBe(1);
      const { matchLabels } = selector;
      const matching = running.filter(({ labels }) =>
        Object.entries(matchLabels).every(([label, value]) => labels[label] === value),
      );
      expect(matching.map((workload) => workload.name)).toEqual([name]);
    }
  });

  test("stop one after the other, each once the one before has drained", () => {
    for (const workload of running) {
      const [policy] = scalerOf(workload)?.behavior.scaleDown.policies ?? [];
      if (policy === undefined) continue;
      expect(policy.value).toBe(1);
      const grace = workload.pod.terminationGracePeriodSeconds ?? 0;
      expect(policy.periodSeconds).toBeGreaterThan(grace);
    }
  });

  test("grant a sender in all at most the quota, and at least half of it while few run", () => {
    if (api === undefined) throw new Error("There is no API.");
    const processes = Number(api.environment["API_PROCESSES"]);
    const { minReplicas = 0, maxReplicas = 0 } = scalerOf(api) ?? {};
    const serving = maxReplicas + (api.spec.strategy?.rollingUpdate.maxSurge ?? 0);
    expect(processes).toBe(serving);
    expect(minReplicas * 2).toBeGreaterThanOrEqual(processes);
    for (const quota of Object.values(CLIENT_QUOTAS)) {
      const part = partOfQuota(quota, processes);
      expect(part.perSecond * serving).toBeCloseTo(quota.perSecond);
      // Whole requests are rounded up: each process admits at most one more than its part.
      expect((part.underWay - 1) * serving).toBeLessThan(quota.underWay);
      expect((part.burst - 1) * serving).toBeLessThan(quota.burst);
    }
  });

  test("share one SETTLEMENT_LANES, which relay and worker take from the same ConfigMap", () => {
    const settling = running.filter(({ part }) => part !== "api");
    const lanes = settling.map(({ environment }) => environment["SETTLEMENT_LANES"]);
    expect(new Set(lanes).size).toBe(1);
    for (const { container } of settling) {
      expect(container.env.map(({ name }) => name)).not.toContain("SETTLEMENT_LANES");
      expect(container.envFrom).toContainEqual({ configMapRef: { name: "sideline-settlement" } });
    }
    expect(CONFIG_VARIABLES).toContain("SETTLEMENT_LANES");
  });

  test("name workers of several releases after their build id, everywhere the same", () => {
    const workers = workloadsOf("worker", manifests);
    const ids = workers.map(({ labels }) => labels["sideline.app/build-id"] ?? "");
    expect(new Set(ids).size).toBe(workers.length);
    for (const { name, environment, container, labels } of workers) {
      const { "sideline.app/build-id": id } = labels;
      const { TEMPORAL_WORKER_BUILD_ID: release } = environment;
      expect(release).toBe(id);
      expect(environment["TEMPORAL_DEPLOYMENT_NAME"] === undefined).toBe(id === undefined);
      expect(name).toBe(id === undefined ? "sideline-worker" : `sideline-worker-${id}`);
      if (id !== undefined) expect(container.image.endsWith(`:${id}`)).toBe(true);
    }
  });
});

test("One of the overlays has workers of two releases side by side", () => {
  const counts = OVERLAYS.map((overlay) => workloadsOf("worker", buildOverlay(overlay)).length);
  expect(new Set(counts)).toEqual(new Set([1, 2]));
});

/** The max_connections that an overlay asks of its database. */
function maxConnections(manifests: readonly Manifest[]): number {
  const job = manifests.find(({ kind }) => kind === "Job");
  return Number(job?.metadata.annotations["sideline.app/max-connections"]);
}
