import { type Fenced, isFenced, roleOf } from "./fence.ts";

/**
 * The member that may start as the primary, or null: none exists yet, or all are standbys.
 *
 * @throws Error if several could, or if all that could are fenced: starting one would lose what the other acknowledged.
 */
export function findPrimary<M extends Fenced & { readonly name: string }>(
  members: readonly M[],
): M | null {
  const able = members.filter((one) => roleOf(one.place) === "PRIMARY" && !isFenced(one));
  if (able.length <= 1) return able[0] ?? null;
  const names = able.map(({ name }) => name).join(" and ");
  throw new Error(
    `${names} would both start as the primary. Fence the one that was replaced: write a file <name>.fenced next to the logs of the cluster.`,
  );
}
