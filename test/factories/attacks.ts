import { isEveryAttack } from "../harness/campaign.ts";

/**
 * The attacks that a route meets, by the route's place among all. In a campaign every route meets every one; in
 * the ordinary run so many, beginning where those of the route before it ended: each is tried at some routes.
 */
export function attacksAt<Attack>(
  attacks: readonly Attack[],
  place: number,
  ordinary: number,
): readonly Attack[] {
  if (isEveryAttack()) return attacks;
  const first = (place * ordinary) % attacks.length;
  return [...attacks, ...attacks].slice(first, first + Math.min(ordinary, attacks.length));
}
