import { isEveryAttack } from "../../harness/campaign.ts";

/**
 * The attacks that a route meets, by the route's place among all routes. A campaign tries every attack on every
 * route. The ordinary run tries some, starting after those of the previous route, so that each is tried on some
 * routes.
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
