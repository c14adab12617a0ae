import { breaks, type Violation } from "./violation.ts";

const rooms = breaks("house(rooms)");
const order = breaks("house(order)");

/** Rooms that import each other without a listed edge, or upwards. */
export const roomViolations: readonly Violation[] = [
  rooms(
    "an act calls no act of another room without an edge",
    "activities/forms/closes-plan.ts",
    `import { closePlan } from "../plans/close-plan.ts";\nexport const close = closePlan;`,
  ),
  rooms(
    "an act imports no row of another room by value without an edge",
    "activities/forms/writes-plan.ts",
    `import { Plan } from "../../db/plans/plan.ts";\nexport const row = Plan;`,
  ),
  rooms(
    "a row references no other room without an edge",
    "db/forms/refers-to-media.ts",
    `import { Media } from "../media/media.ts";\nexport const target = Media;`,
  ),
  rooms(
    "a route imports no schema of another room by value without an edge",
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
  rooms(
    "a route imports no schema of another room by value, whatever its file is called",
    "api/forms/takes-named-schema.ts",
    `import { PlanBody } from "../../contract/plans/plan-schema.ts";\nexport const body = PlanBody;`,
  ),
  rooms(
    "a plug-in interface of a room is imported as a type",
    "activities/forms/calls-hook.ts",
    `import { announce } from "../plans/plan-hook.ts";\nexport const tell = announce;`,
  ),
  order(
    "a schema imports nothing of a room above it",
    "contract/sync/shows-form.ts",
    `import { FormBody } from "../forms/schema.ts";\nexport const body = FormBody;`,
  ),
  order(
    "a rule imports no rule of a room above it",
    "rules/plans/asks-form.ts",
    `import { judgeForm } from "../forms/judge-form.ts";\nexport const judge = judgeForm;`,
  ),
  order(
    "a row imports no type of a room above it",
    "db/accounts/knows-device.ts",
    `import type { Device } from "../sync/device.ts";\nexport type Known = Device;`,
  ),
  order(
    "an act imports not even a hook of a room above it",
    "activities/accounts/follows-sync.ts",
    `import type { SyncHook } from "../sync/sync-hook.ts";\nexport type Hook = SyncHook;`,
  ),
  order(
    "a route imports nothing of a room above it",
    "api/accounts/shows-provider.ts",
    `import { presentAdminProvider } from "../providers/present-admin-provider.ts";\nexport const present = presentAdminProvider;`,
  ),
];
