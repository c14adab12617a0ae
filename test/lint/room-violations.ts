import { breaks, type Violation } from "./violation.ts";

const rooms = breaks("house(rooms)");

/** Rooms that reach into each other past the listed edges. */
export const roomViolations: readonly Violation[] = [
  rooms(
    "an act calls no act of another room without an edge",
    "activities/forms/closes-plan.ts",
    `import { closePlan } from "../plans/close-plan.ts";\nexport const close = closePlan;`,
  ),
  rooms(
    "an act takes no row of another room by value without an edge",
    "activities/forms/writes-plan.ts",
    `import { Plan } from "../../db/plans/plan.ts";\nexport const row = Plan;`,
  ),
  rooms(
    "a row refers to no other room without an edge",
    "db/forms/refers-to-media.ts",
    `import { Media } from "../media/media.ts";\nexport const target = Media;`,
  ),
  rooms(
    "a route takes no schema of another room by value without an edge",
    "api/forms/takes-schema.ts",
    `import { PlanBody } from "../../contract/plans/schema.ts";\nexport const body = PlanBody;`,
  ),
  rooms(
    "a route calls no act of another room without an edge",
    "api/forms/closes-plan.ts",
    `import { closePlan } from "../../activities/plans/close-plan.ts";\nexport const close = closePlan;`,
  ),
  rooms(
    "an actor runs no acts of another room without an edge",
    "workflows/forms/runs-plan.ts",
    `import type { closePlan } from "../../activities/plans/close-plan.ts";\nexport type Act = typeof closePlan;`,
  ),
];
