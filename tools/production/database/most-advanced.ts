/** The end of the log that a standby has received, in bytes. */
export interface Position {
  readonly name: string;
  readonly received: bigint;
}

/**
 * The standby to promote: the one that has received the most.
 *
 * @param name of the standby that somebody wants; it must not have received less than another.
 * @throws Error if there is none, or the named one would lose what another has.
 */
export function requireMostAdvanced(positions: readonly Position[], name?: string): Position {
  const [most] = positions.toSorted((a, b) => Number(b.received - a.received));
  if (most === undefined) throw new Error("No standby answers; none can be promoted.");
  const wanted = name === undefined ? most : positions.find((one) => one.name === name);
  if (wanted === undefined) throw new Error(`${name} does not answer; it cannot be promoted.`);
  if (wanted.received === most.received) return wanted;
  const missing = most.received - wanted.received;
  throw new Error(`${wanted.name} lacks ${missing} bytes of log that ${most.name} has.`);
}

/**
 * Whether a promotion may have lost acknowledged transactions. Each of them is on one standby at least if commits waited
 * for one; the most advanced of all standbys then has them. One that does not answer may have had more.
 */
export function mayHaveLost(
  synchronous: boolean,
  { standbys, positions }: { readonly standbys: number; readonly positions: readonly Position[] },
): boolean {
  return !synchronous || positions.length < standbys;
}
