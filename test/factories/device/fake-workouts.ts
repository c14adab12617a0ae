import { payloadChecksum } from "../../../contract/canonical-form.ts";
import type { Digest } from "../../../contract/digest.ts";
import type { OfflinePackage } from "../../../contract/workouts/package-schema.ts";
import { snapshotChecksum } from "../../../contract/workouts/snapshot-checksum.ts";
import type { Workouts } from "../../../device/workouts/types.ts";
import { setInputsOf } from "../../../rules/workouts/set-inputs.ts";
import { sha256 } from "../../../rules/sha256.ts";
import { LEG_DAY } from "../workouts/workouts.ts";
import { firstScope, type DeviceWorld, makeDeviceWorld } from "./device-world.ts";
import { problem, success } from "./fake-api.ts";

/** A world whose server offers the packages of workouts and lists the conflicts that a test sets. */
export interface WorkoutWorld {
  readonly world: DeviceWorld;
  /** The offered packages. */
  packages: OfflinePackage[];
  /** The next answer of the delta; null expires its cursor. */
  delta: object | null;
  /** Open and resolved conflicts, newest first. */
  conflicts: readonly { readonly status: string }[];
  /** Paths of the requests about workouts, without query, since the last call. */
  requests(): readonly string[];
  /** Starts the app on the existing disk, signs in, reads the scope, and loads the part. */
  open(): Promise<Workouts>;
}

/** A phone in memory, and a server with one workout today. */
export async function makeWorkoutWorld(): Promise<WorkoutWorld> {
  const world = makeDeviceWorld();
  let asked: string[] = [];
  const fake: WorkoutWorld = {
    world,
    packages: [await packageOf()],
    delta: null,
    conflicts: [],
    requests() {
      const seen = asked;
      asked = [];
      return seen;
    },
    async open() {
      const device = await world.open();
      await device.signIn(world.tokens());
      const scope = await firstScope(device);
      await scope.refresh();
      return await scope.part("workouts");
    },
  };
  world.intercept = async ({ method, path: asIs }) => {
    if (!world.isOnline) return null;
    const [path = "", query = ""] = asIs.split("?");
    if (method === "GET" && path.endsWith("/sync")) return success(SCOPE);
    if (path.startsWith("/api/v1/client/workout")) asked.push(path);
    if (path.endsWith("/offline-manifest")) return success(manifestOf(fake.packages));
    if (path.endsWith("/offline-delta"))
      return fake.delta === null ? problem({ code: "CURSOR_EXPIRED" }) : success(fake.delta);
    if (path.endsWith("/offline-package")) return packageAnswer(fake.packages, path);
    if (path.endsWith("/conflicts")) {
      const status = new URLSearchParams(query).get("status");
      const items = fake.conflicts.filter((conflict) => conflict.status === status);
      return success({ items, nextCursor: null });
    }
    return null;
  };
  return fake;
}

/** A package with right checksums. */
export async function packageOf(changes: Partial<OfflinePackage> = {}): Promise<OfflinePackage> {
  return await packageBy(sha256, changes);
}

/** The same with another digest, such as one without a turn of the event loop. */
export async function packageBy(
  digest: Digest,
  changes: Partial<OfflinePackage>,
): Promise<OfflinePackage> {
  const {
    packageId = "018f0000-0000-7000-8000-0000000000f1",
    packageChecksum: _given,
    ...given
  } = changes;
  const workoutSnapshot = changes.workoutSnapshot ?? LEG_DAY;
  const covered = {
    relationshipId: "018f0000-0000-7000-8000-00000000000a",
    taskId: "018f0000-0000-7000-8000-0000000000e1",
    localDate: "2026-01-05",
    timezone: "Europe/Zurich",
    sourceRevision: 1,
    cachePolicy: POLICY,
    workoutTask: TASK,
    inputSchema: setInputsOf(workoutSnapshot.day),
    approvedAlternatives: [],
    previousSessionHints: [],
    ...given,
    workoutSnapshot,
    snapshotChecksum: await snapshotChecksum(workoutSnapshot, digest),
  };
  return { ...covered, packageId, packageChecksum: await payloadChecksum(covered, digest) };
}

/** A policy that allows a start until the end of the day of grace. */
export const POLICY = {
  expiresAt: "2026-01-07T11:00:00.000Z",
  canStartOffline: true,
  requiresRefreshBeforeStart: false,
};

const TASK: OfflinePackage["workoutTask"] = {
  title: "Legs",
  instructions: null,
  planId: "018f0000-0000-7000-8000-0000000000c1",
  source: {
    context: "PROGRAMS",
    type: "PLAN_ASSIGNMENT",
    id: "018f0000-0000-7000-8000-0000000000c2",
  },
  programDay: 0,
  priority: 0,
  timeCritical: false,
  startsAt: null,
  dueAt: null,
};

/** The digest of this slice always differs, so that each read asks for the packages. */
const SCOPE = {
  serverCursor: "cursor",
  scopeState: "ACTIVE",
  changes: [],
  slices: [{ slice: "workout-packages", digest: null, path: "/offline-manifest" }],
};

function manifestOf(packages: readonly OfflinePackage[]) {
  return {
    timezone: "Europe/Zurich",
    manifestChecksum: "",
    unchanged: false,
    packages,
    nextCursor: "cursor-of-packages",
  };
}

function packageAnswer(packages: readonly OfflinePackage[], path: string) {
  const pack = packages.find(({ taskId }) => path.includes(taskId));
  if (pack === undefined) return problem({ code: "NOT_FOUND" });
  return success({
    packageChecksum: pack.packageChecksum,
    unchanged: false,
    package: pack,
  });
}
