/** Whether a client follows the plan and the newest revision is not in force for them yet. */
export const isWaiting = ({ followsNewer, planRevision }: Follower, newest: number): boolean =>
  followsNewer && planRevision < newest;

interface Follower {
  readonly followsNewer: boolean;
  /** The revision in force. */
  readonly planRevision: number;
}

/**
 * After how long the followers are read again: the server rolls a revision out after its publication, client by client.
 * False once nobody waits. One who waits for long is read rarely.
 */
export function nextReadMs(
  followers: readonly Follower[],
  { newest, reads }: { readonly newest: number; readonly reads: number },
): number | false {
  if (!followers.some((follower) => isWaiting(follower, newest))) return false;
  return reads < SOON_READS ? SOON_MS : LATER_MS;
}

const SOON_READS = 30;
const SOON_MS = 2000;
const LATER_MS = 30_000;
