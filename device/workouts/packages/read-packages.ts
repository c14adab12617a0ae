import { localDateOf } from "../../../rules/local-day.ts";
import { isJsonObject } from "../../json.ts";
import { queryOf } from "../../read/query-of.ts";
import { NOT_UNDERSTOOD, type ReadFailure, type SliceContext } from "../../read/slices/types.ts";
import {
  type Manifest,
  manifestIn,
  type OfferedPackage,
  wantedPackages,
  withDelta,
} from "./manifest.ts";
import { loadManifest, loadPackages, type ReadPackages } from "./package-rows.ts";
import { type StoredPackage, verifyPackage } from "./verify-package.ts";

/**
 * Reads the offered packages by delta. It reads the whole manifest if the device has no cursor, the server does not
 * know it, or the delta explains no difference. Then it fetches each missing package that the device keeps.
 */
export async function readPackages(
  context: SliceContext,
): Promise<({ readonly kind: "READ" } & ReadPackages) | Failed> {
  const { core, scope } = context;
  const known = (await loadManifest(core, scope))?.manifest ?? null;
  const read = (known && (await readDelta(context, known))) ?? (await readManifest(context));
  if (read.kind === "FAILED") return read;
  const { manifest, serverTime } = read;
  const today = localDateOf(new Date(serverTime), manifest.timezone);
  const stored = new Map((await loadPackages(core, scope)).map((pack) => [pack.taskId, pack]));
  const packages: StoredPackage[] = [];
  for (const offered of wantedPackages(manifest, today)) {
    const pack = stored.get(offered.taskId);
    const fetched =
      pack?.packageChecksum === offered.packageChecksum
        ? pack
        : await fetchPackage(context, offered);
    if (fetched !== null && "kind" in fetched) return fetched;
    // A damaged or withdrawn package is read again next time; a former one may still be trained.
    const usable = fetched ?? pack;
    if (usable !== undefined) packages.push(usable);
  }
  return { kind: "READ", manifest, packages };
}

interface Failed {
  readonly kind: "FAILED";
  readonly answer: ReadFailure;
}

interface ReadManifest {
  readonly kind: "READ";
  readonly manifest: Manifest;
  readonly serverTime: number;
}

const failed = (answer: ReadFailure): Failed => ({ kind: "FAILED", answer });

/** Null if the manifest has to be read instead. */
async function readDelta(
  { core, session, scope: { scopeId }, deviceId }: SliceContext,
  known: Manifest,
): Promise<ReadManifest | Failed | null> {
  const query = queryOf({ deviceId, relationshipId: scopeId, cursor: known.nextCursor });
  const path = `/api/v1/client/workouts/offline-delta?${query}`;
  const answer = await session.call({ method: "GET", path });
  if (answer.kind === "REFUSED") return null;
  if (answer.kind !== "ANSWER") return failed(answer);
  const { serverTime, data } = answer;
  const aheadMs = serverTime - core.ports.clock.now();
  const manifest = withDelta(known, data, { serverTime, aheadMs });
  if (manifest === null || isSame(manifest.packages, known.packages)) return null;
  return { kind: "READ", manifest, serverTime };
}

function isSame(one: readonly OfferedPackage[], other: readonly OfferedPackage[]): boolean {
  const known = new Set(other.map(({ packageId }) => packageId));
  return one.length === other.length && one.every(({ packageId }) => known.has(packageId));
}

async function readManifest({
  core,
  session,
  deviceId,
}: SliceContext): Promise<ReadManifest | Failed> {
  const query = queryOf({ deviceId, timezone: core.app.timezone() });
  const path = `/api/v1/client/workouts/offline-manifest?${query}`;
  const answer = await session.call({ method: "GET", path });
  if (answer.kind !== "ANSWER") return failed(answer);
  const manifest = manifestIn(answer.data, answer.serverTime - core.ports.clock.now());
  if (manifest === null) return failed(NOT_UNDERSTOOD);
  return { kind: "READ", manifest, serverTime: answer.serverTime };
}

/** Null if the package was withdrawn meanwhile, or is damaged. */
async function fetchPackage(
  { core, session, deviceId }: SliceContext,
  { taskId }: OfferedPackage,
): Promise<StoredPackage | Failed | null> {
  const path = `/api/v1/client/workout-tasks/${taskId}/offline-package?${queryOf({ deviceId })}`;
  const answer = await session.call({ method: "GET", path });
  if (answer.kind === "NOT_FOUND") return null;
  if (answer.kind !== "ANSWER") return failed(answer);
  const sent = isJsonObject(answer.data) ? answer.data["package"] : undefined;
  const pack = await verifyPackage(sent, core.ports.digest);
  return pack?.taskId === taskId ? pack : null;
}
