import type { MatchConflict } from "../../../contract/exercises/matching.ts";
import { areMusclesNear } from "./are-muscles-near.ts";
import type { ReadName } from "./read-name.ts";

/** The slots in which two names disagree, in vocabulary order; empty if they may be the same exercise. */
export function findConflicts(one: ReadName, other: ReadName): MatchConflict[] {
  const differences: readonly (readonly [MatchConflict, boolean])[] = [
    ["EQUIPMENT", one.equipment.join(" ") !== other.equipment.join(" ")],
    ["MUSCLE", !areMusclesNear(one.muscles, other.muscles)],
    ["MOVEMENT", one.movement.join(" ") !== other.movement.join(" ")],
    ["POSITION", one.position !== other.position],
    ["INCLINE", one.incline !== other.incline],
    ["GRIP", one.grip !== other.grip],
    ["SIDE", one.side !== other.side],
    ["COUNT", one.count !== other.count],
  ];
  return differences.filter(([, differs]) => differs).map(([conflict]) => conflict);
}
