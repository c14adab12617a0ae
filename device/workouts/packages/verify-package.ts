import { payloadChecksum } from "../../../contract/canonical-form.ts";
import type { Digest } from "../../../contract/digest.ts";
import type { OfflinePackage as ContractPackage } from "../../../contract/workouts/package-schema.ts";
import { snapshotChecksum } from "../../../contract/workouts/snapshot-checksum.ts";
import { isJsonObject, type JsonObject, numberAt, textAt } from "../../json.ts";

/**
 * A package whose two checksums match its content, computed by the server's own code. Null if it was damaged on its
 * way, or has another format. The checksum covers members that this version does not know.
 */
export async function verifyPackage(data: unknown, digest: Digest): Promise<StoredPackage | null> {
  if (!isJsonObject(data) || !isPackage(data)) return null;
  const { packageId: _id, packageChecksum, ...covered } = data;
  if ((await payloadChecksum(covered, digest)) !== packageChecksum) return null;
  if ((await snapshotChecksum(data.workoutSnapshot, digest)) !== data.snapshotChecksum) return null;
  return data;
}

/** A package as it arrived, with the types of the contract. */
export type StoredPackage = ContractPackage;

function isPackage(data: JsonObject): data is JsonObject & StoredPackage {
  const { workoutTask, workoutSnapshot, cachePolicy } = data;
  return (
    TEXTS.every((name) => textAt(data, name) !== null) &&
    numberAt(data, "sourceRevision") !== null &&
    LISTS.every((name) => Array.isArray(data[name])) &&
    isJsonObject(workoutTask) &&
    textAt(workoutTask, "title") !== null &&
    isJsonObject(workoutSnapshot) &&
    isJsonObject(workoutSnapshot["day"]) &&
    Array.isArray(workoutSnapshot["day"]["exercises"]) &&
    isCachePolicy(cachePolicy)
  );
}

const TEXTS = [
  "packageId",
  "taskId",
  "localDate",
  "timezone",
  "snapshotChecksum",
  "packageChecksum",
] as const;
const LISTS = ["inputSchema", "approvedAlternatives", "previousSessionHints"] as const;

/** Whether the member is a policy that this version obeys. */
function isCachePolicy(policy: unknown): boolean {
  return (
    isJsonObject(policy) &&
    textAt(policy, "expiresAt") !== null &&
    typeof policy["canStartOffline"] === "boolean" &&
    typeof policy["requiresRefreshBeforeStart"] === "boolean"
  );
}
