import { existsSync, rmSync, writeFileSync } from "node:fs";
import { type ClusterState, followPrimary } from "./cluster-state.ts";
import type { Member } from "./member.ts";

/**
 * Renews all epochs if acknowledged transactions may be missing. Nobody is served meanwhile, so its commits wait for no
 * standby: there may be none. If it fails, the file still says that it has to be done.
 */
export async function renewIfLost(
  state: ClusterState,
  renewEpochs: RenewEpochs | undefined,
): Promise<void> {
  const { primary, lossFile } = state;
  if (existsSync(lossFile)) {
    followPrimary({ ...state, synchronous: false }, primary);
    primary.reload();
    await renewEpochs?.({ name: primary.name, port: primary.port });
    rmSync(lossFile);
  }
  followPrimary(state, primary);
  primary.reload();
}

/** Notes that acknowledged transactions may be missing. A file, so that the next start knows it if this process ends. */
export function noteLoss({ lossFile }: Pick<ClusterState, "lossFile">): void {
  writeFileSync(lossFile, "", { mode: 0o600 });
}

/** Gives every scope a new epoch, on a primary that clients do not reach yet. */
export type RenewEpochs = (primary: Pick<Member, "name" | "port">) => Promise<void>;
