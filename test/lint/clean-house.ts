/** A small house without violations: every allowed way to import occurs here once. */
export const cleanHouse: Readonly<Record<string, string>> = {
  "contract/wire.ts": `import * as z from "zod";
export const Instant = z.iso.datetime();
`,
  "contract/sync/vocabulary.ts": `export const VERDICTS = ["ACCEPTED", "REJECTED"] as const;
export type Verdict = (typeof VERDICTS)[number];
`,
  "contract/sync/schema.ts": `import * as z from "zod";
import { Instant } from "../wire.ts";
import { PlanKind } from "../plans/schema.ts";
import { VERDICTS } from "./vocabulary.ts";
export const Result = z.strictObject({ at: Instant, kind: PlanKind, verdict: z.enum(VERDICTS) });
export type Result = z.infer<typeof Result>;
`,
  "contract/plans/schema.ts": `import * as z from "zod";
export const PlanKind = z.enum(["HABIT", "MEAL"]);
export type PlanKind = z.infer<typeof PlanKind>;
`,
  "rules/sync/judge-replay.ts": `import { VERDICTS, type Verdict } from "../../contract/sync/vocabulary.ts";
import type { Result } from "../../contract/sync/schema.ts";
import { addDays } from "../plans/add-days.ts";
export type Replay = Verdict;
export const judgeReplay = (result: Result, now: Date): Replay =>
  addDays(now, 1) > new Date(result.at) ? result.verdict : VERDICTS[0];
`,
  "rules/plans/add-days.ts": `import { RRuleTemporal } from "rrule-temporal";
export const addDays = (at: Date, days: number): Date =>
  new Date(at.getTime() + days * 86_400_000);
export const ruleOf = (text: string): RRuleTemporal => new RRuleTemporal({ rruleString: text });
`,
  "db/accounts/user.ts": `export class User {
  readonly id: string = "";
}
`,
  "db/accounts/queries.ts": `import { User } from "./user.ts";
export const findUser = (): User => new User();
`,
  "db/sync/device.ts": `import type { Replay } from "../../rules/sync/judge-replay.ts";
import { User } from "../accounts/user.ts";
export class Device {
  readonly user: User = new User();
  readonly last: Replay | null = null;
}
`,
  "db/sync/queries.ts": `import { Device } from "./device.ts";
export const findDevice = (): Device => new Device();
`,
  "activities/sync/admit-batch.ts": `import type { PlanKind } from "../../contract/plans/schema.ts";
import { findUser } from "../../db/accounts/queries.ts";
import type { User } from "../../db/accounts/user.ts";
import { Device } from "../../db/sync/device.ts";
import { appendEvents } from "../outbox/append-events.ts";
export async function admitBatch(kind: PlanKind): Promise<[User, Device, PlanKind]> {
  await appendEvents();
  return [findUser(), new Device(), kind];
}
`,
  "activities/sync/sync-feature.ts": `export interface SyncFeature {
  readonly name: string;
}
`,
  "activities/forms/drafts.ts": `import type { SyncFeature } from "../sync/sync-feature.ts";
export const drafts: SyncFeature = { name: "drafts" };
`,
  "activities/outbox/append-events.ts": `export class LostEventError extends Error {}
export const appendEvents = async (): Promise<void> => {
  await Promise.reject(new LostEventError("lost"));
};
`,
  "workflows/sync/workflow.ts": `import { proxyLocalActivities } from "@temporalio/workflow";
import type { admitBatch } from "../../activities/sync/admit-batch.ts";
import { VERDICTS } from "../../contract/sync/vocabulary.ts";
const acts = proxyLocalActivities<{ admitBatch: typeof admitBatch }>({
  startToCloseTimeout: "2 seconds",
});
export async function deviceActor(): Promise<string> {
  await acts.admitBatch("HABIT");
  return VERDICTS[0];
}
`,
  "workflows/index.ts": `export { deviceActor } from "./sync/workflow.ts";
`,
  "api/sync/routes.ts": `import { admitBatch } from "../../activities/sync/admit-batch.ts";
import { Result } from "../../contract/sync/schema.ts";
import { findUser } from "../../db/accounts/queries.ts";
import { findDevice } from "../../db/sync/queries.ts";
import type { Device } from "../../db/sync/device.ts";
export const read = (): Device => findDevice();
export const write = async (): Promise<unknown> => [await admitBatch("HABIT"), Result, findUser()];
`,
  "workers/api.ts": `import { write } from "../api/sync/routes.ts";
console.log(process.env["PORT"]);
await write();
`,
};
