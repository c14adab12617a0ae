import { type ClusterState, followPrimary } from "./cluster-state.ts";
import type { Member } from "./member.ts";

/**
 * Renews all epochs if acknowledged transactions may be missing. Nobody is served meanwhile, so its commits wait for no
 * standby: there may be none. If it fails, the state still says that it has to be done.
 */
export async function renewIfLost(
  state: ClusterState,
  renewEpochs: RenewEpochs | undefined,
): Promise<void> {
  const { primary } = state;
  if (state.mayHaveLost) {
    followPrimary({ ...state, synchronous: false }, primary);
    primary.reload();
    await renewEpochs?.({ name: primary.name, port: primary.port });
    state.mayHaveLost = false;
  }
  followPrimary(state, primary);
  primary.reload();
}

/** Gives every scope a new epoch, on a primary that clients do not reach yet. */
export type RenewEpochs = (primary: Pick<Member, "name" | "port">) => Promise<void>;
