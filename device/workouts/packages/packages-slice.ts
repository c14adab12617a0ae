import { localDateOf } from "../../../rules/local-day.ts";
import type { Slice } from "../../read/slices/types.ts";
import { wantedPackages } from "./manifest.ts";
import { loadManifest, loadPackages, packageStatements } from "./package-rows.ts";
import { readPackages } from "./read-packages.ts";

/** Packages of workouts: today's and the next one. The digest covers the whole default manifest. */
export const packagesSlice: Slice = {
  async kept({ core, scope }) {
    const known = await loadManifest(core, scope);
    if (known === null) return { name: NAME, rows: null };
    const { manifest } = known;
    const now = core.ports.clock.now() + manifest.serverAheadMs;
    const stored = new Set(
      (await loadPackages(core, scope)).map(({ packageChecksum }) => packageChecksum),
    );
    const isComplete = wantedPackages(
      manifest,
      localDateOf(new Date(now), manifest.timezone),
    ).every(({ packageChecksum }) => stored.has(packageChecksum));
    const rows = manifest.packages.map(({ packageId, packageChecksum }) => ({
      id: packageId,
      revision: packageChecksum,
    }));
    // The next day needs another package, although the manifest is the same.
    return { name: NAME, rows: isComplete ? rows : null };
  },
  async read(context) {
    const read = await readPackages(context);
    if (read.kind === "FAILED")
      // A server without packages must not keep the day from being read.
      return read.answer.kind === "NOT_FOUND" ? { kind: "READ", statements: [] } : read;
    return {
      kind: "READ",
      statements: await packageStatements(context.core, context.scope, read),
    };
  },
};

const NAME = "workout-packages";
