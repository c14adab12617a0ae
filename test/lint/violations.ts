/** One planted violation: the law it breaks, the rule that must say so, and the file. */
export interface Violation {
  readonly law: string;
  readonly code: string;
  readonly file: string;
  readonly source: string;
}

const floors = (law: string, file: string, source: string): Violation => ({
  law,
  code: "house(floors)",
  file,
  source,
});
const rooms = (law: string, file: string, source: string): Violation => ({
  law,
  code: "house(rooms)",
  file,
  source,
});
const broken = (code: string, law: string, file: string, source: string): Violation => ({
  law,
  code,
  file,
  source,
});

/** The floors table of the house, each arrow drawn the wrong way once. */
export const floorViolations: readonly Violation[] = [
  floors(
    "the contract knows no rule",
    "contract/sync/asks-rule.ts",
    `import { judgeReplay } from "../../rules/sync/judge-replay.ts";\nexport const verdict = judgeReplay;`,
  ),
  floors(
    "the contract needs no package but zod and canonicalize",
    "contract/sync/reads-zone.ts",
    `import { DateTime } from "luxon";\nexport const zoneOf = (at: DateTime) => at.zoneName;`,
  ),
  floors(
    "the contract runs without Node",
    "contract/sync/hashes.ts",
    `import { createHash } from "node:crypto";\nexport const hash = createHash;`,
  ),
  floors(
    "a rule takes no schema by value",
    "rules/sync/parses.ts",
    `import { SyncRequest } from "../../contract/sync/schema.ts";\nexport const parse = SyncRequest;`,
  ),
  floors(
    "a rule takes no shared schema by value",
    "rules/sync/parses-page.ts",
    `import { pageQuery } from "../../contract/wire.ts";\nexport const page = pageQuery;`,
  ),
  floors(
    "a rule remembers nothing",
    "rules/sync/remembers.ts",
    `import type { Device } from "../../db/sync/device.ts";\nexport type Known = Device;`,
  ),
  floors(
    "a rule does no input or output",
    "rules/sync/reads-file.ts",
    `import { readFileSync } from "node:fs";\nexport const read = readFileSync;`,
  ),
  floors(
    "the database takes only types of rules",
    "db/sync/decides.ts",
    `import { judgeReplay } from "../../rules/sync/judge-replay.ts";\nexport const verdict = judgeReplay;`,
  ),
  floors(
    "a type import inside braces still loads the rule",
    "db/sync/loads-rule.ts",
    `import { type Replay } from "../../rules/sync/judge-replay.ts";\nexport type Known = Replay;`,
  ),
  floors(
    "the database does not act",
    "db/sync/acts.ts",
    `import type { admitBatch } from "../../activities/sync/admit-batch.ts";\nexport type Act = typeof admitBatch;`,
  ),
  floors(
    "the database knows no workflow engine",
    "db/sync/signals.ts",
    `import { Client } from "@temporalio/client";\nexport const temporal = Client;`,
  ),
  floors(
    "an act does not speak HTTP",
    "activities/sync/answers.ts",
    `import { Router } from "express";\nexport const router = Router;`,
  ),
  floors(
    "an act does not know the API",
    "activities/sync/asks-api.ts",
    `import { present } from "../../api/sync/present.ts";\nexport const wire = present;`,
  ),
  floors(
    "an act does not know its actor",
    "activities/sync/asks-workflow.ts",
    `import { deviceActor } from "../../workflows/sync/workflow.ts";\nexport const actor = deviceActor;`,
  ),
  floors(
    "a workflow imports activities as types only",
    "workflows/sync/calls-act.ts",
    `import { admitBatch } from "../../activities/sync/admit-batch.ts";\nexport const act = admitBatch;`,
  ),
  floors(
    "a workflow bundles no zod",
    "workflows/sync/parses.ts",
    `import * as z from "zod";\nexport const text = z.string();`,
  ),
  floors(
    "a workflow takes no schema by value",
    "workflows/sync/takes-schema.ts",
    `import { SyncRequest } from "../../contract/sync/schema.ts";\nexport const schema = SyncRequest;`,
  ),
  floors(
    "a workflow uses nothing of Node",
    "workflows/sync/uses-node.ts",
    `import { createHash } from "node:crypto";\nexport const hash = createHash;`,
  ),
  floors(
    "a workflow does not see the database",
    "workflows/sync/reads-row.ts",
    `import type { Device } from "../../db/sync/device.ts";\nexport type Known = Device;`,
  ),
  floors(
    "a workflow does not see the API",
    "workflows/sync/sees-api.ts",
    `import type { Caller } from "../../api/caller.ts";\nexport type Known = Caller;`,
  ),
  floors(
    "the API reads rows by named queries only",
    "api/sync/loads-row.ts",
    `import { Device } from "../../db/sync/device.ts";\nexport const row = Device;`,
  ),
  floors(
    "the API knows no workflow engine",
    "api/sync/signals.ts",
    `import { Client } from "@temporalio/client";\nexport const temporal = Client;`,
  ),
  floors(
    "the API knows no workflow",
    "api/sync/knows-actor.ts",
    `import type { deviceActor } from "../../workflows/sync/workflow.ts";\nexport type Actor = typeof deviceActor;`,
  ),
  floors(
    "workers are imported by nobody",
    "api/sync/reads-config.ts",
    `import type { Config } from "../../workers/config.ts";\nexport type Known = Config;`,
  ),
  floors(
    "tests are imported by nobody",
    "activities/sync/uses-test.ts",
    `import { makeDevice } from "../../test/sync/make-device.ts";\nexport const device = makeDevice;`,
  ),
  floors(
    "the phone knows the contract only",
    "mobile/asks-rule.ts",
    `import type { Replay } from "../rules/sync/judge-replay.ts";\nexport type Known = Replay;`,
  ),
  floors(
    "the console knows the contract only",
    "web/asks-api.ts",
    `import type { Caller } from "../api/caller.ts";\nexport type Known = Caller;`,
  ),
  floors(
    "a benchmark talks from outside",
    "bench/calls-act.ts",
    `import { admitBatch } from "../activities/sync/admit-batch.ts";\nexport const act = admitBatch;`,
  ),
  floors(
    "a lazy import is an import",
    "rules/sync/loads-late.ts",
    `export const load = async () => await import("../../db/orm.ts");`,
  ),
  floors(
    "a type named by its path is an import",
    "rules/sync/names-row.ts",
    `export type Known = import("../../db/sync/device.ts").Device;`,
  ),
  floors("there are no other floors", "shared/anything.ts", `export const anything = 1;`),
  floors("there are no other rooms", "rules/misc/anything.ts", `export const anything = 1;`),
];

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

/** The other laws. */
export const otherViolations: readonly Violation[] = [
  broken(
    "house(clock)",
    "a rule reads no clock",
    "rules/sync/now.ts",
    `export const now = Date.now();`,
  ),
  broken(
    "house(clock)",
    "the contract makes no instant",
    "contract/sync/instant.ts",
    `export const now = new Date();`,
  ),
  broken(
    "house(clock)",
    "a workflow gets the time from its acts",
    "workflows/sync/instant.ts",
    `export const now = (): Date => new Date();`,
  ),
  broken(
    "house(clock)",
    "a rule reads no clock through luxon",
    "rules/sync/zoned-now.ts",
    `import { DateTime } from "luxon";\nexport const today = () => DateTime.utc();`,
  ),
  broken(
    "house(clock)",
    "a rule rolls no dice",
    "rules/sync/dice.ts",
    `export const roll = () => Math.random();`,
  ),
  broken(
    "house(clock)",
    "a rule makes no ids",
    "rules/sync/id.ts",
    `export const nextId = () => globalThis.crypto.randomUUID();`,
  ),
  broken(
    "house(names)",
    "a file is not named after what it is like",
    "rules/sync/replay-helper.ts",
    `export const judge = 1;`,
  ),
  broken(
    "house(names)",
    "a function is no processor",
    "rules/sync/operation.ts",
    `export function operationProcessor(): number {\n  return 1;\n}`,
  ),
  broken(
    "house(names)",
    "a type is no DTO",
    "rules/sync/device.ts",
    `export type DeviceDTO = { readonly id: string };`,
  ),
  broken(
    "house(names)",
    "a field is no info",
    "rules/sync/batch.ts",
    `export interface Batch {\n  readonly deviceInfo: string;\n}`,
  ),
  broken(
    "house(re-exports)",
    "there are no barrels",
    "rules/sync/index.ts",
    `export * from "./judge-replay.ts";`,
  ),
  broken(
    "house(re-exports)",
    "an import is not exported again",
    "rules/sync/again.ts",
    `import { judgeReplay } from "./judge-replay.ts";\nexport { judgeReplay };`,
  ),
  broken(
    "house(classes)",
    "there are no classes but entities and errors",
    "activities/sync/admission.ts",
    `export class Admission {\n  readonly device = "";\n}`,
  ),
  broken(
    "house(sql)",
    "the API has no SQL",
    "api/sync/counts.ts",
    `import { sql } from "@mikro-orm/postgresql";\nexport const count = sql;`,
  ),
  broken(
    "house(sql)",
    "an act has no SQL",
    "activities/sync/counts.ts",
    `import { sql } from "kysely";\nexport const count = sql;`,
  ),
  broken(
    "house(sql)",
    "the API runs no statement",
    "api/sync/runs.ts",
    `export const run = (em: { execute(text: string): void }) => em.execute("select 1");`,
  ),
  broken(
    "house(transaction)",
    "a statement never leaves its transaction",
    "db/sync/runs.ts",
    `interface Em {\n  getConnection(): { execute(text: string): void };\n}\nexport const run = (em: Em) => em.getConnection().execute("select 1");`,
  ),
  broken(
    "node(no-process-env)",
    "only workers read the environment",
    "api/sync/environment.ts",
    `export const port = process.env["PORT"];`,
  ),
  broken(
    "eslint(no-restricted-imports)",
    "the environment has one door",
    "api/sync/environment-module.ts",
    `import { env } from "node:process";\nexport const port = env["PORT"];`,
  ),
  broken(
    "import(no-default-export)",
    "exports have names",
    "rules/sync/nameless.ts",
    `export default 1;`,
  ),
  broken(
    "import(no-cycle)",
    "files do not import each other in a circle",
    "rules/sync/circle-one.ts",
    `import { two } from "./circle-two.ts";\nexport const one = (): number => two();`,
  ),
  broken(
    "unicorn(filename-case)",
    "files are in kebab-case",
    "rules/sync/judgeReplay.ts",
    `export const judge = 1;`,
  ),
  broken(
    "typescript(no-explicit-any)",
    "there is no any",
    "rules/sync/anything.ts",
    `export const judge = (operation: any): boolean => operation === 1;`,
  ),
  broken(
    "typescript(no-unsafe-assignment)",
    "an any of a package goes nowhere unparsed",
    "db/sync/unparsed.ts",
    `export const parse = (text: string): number => {\n  const parsed = JSON.parse(text);\n  return Number(parsed);\n};`,
  ),
  broken(
    "typescript(consistent-type-assertions)",
    "there is no as",
    "rules/sync/asserts.ts",
    `export const judge = (value: unknown): string => value as string;`,
  ),
  broken(
    "typescript(no-non-null-assertion)",
    "there is no exclamation mark",
    "rules/sync/exclaims.ts",
    `export const first = (list: readonly string[]): string => list[0]!;`,
  ),
  broken(
    "typescript(no-floating-promises)",
    "a promise is awaited",
    "activities/sync/floats.ts",
    `const act = async (): Promise<void> => {};\nexport const run = (): void => {\n  act();\n};`,
  ),
  broken(
    "typescript(no-misused-promises)",
    "a promise is no condition",
    "activities/sync/misuses.ts",
    `const open = async (): Promise<boolean> => true;\nexport const run = (): number => (open() ? 1 : 2);`,
  ),
  broken(
    "typescript(switch-exhaustiveness-check)",
    "a switch over verdicts is exhaustive",
    "rules/sync/forgets.ts",
    `export function say(verdict: "yes" | "no"): string {\n  switch (verdict) {\n    case "yes":\n      return "Yes";\n  }\n  return "";\n}`,
  ),
  broken(
    "eslint(max-lines)",
    "a file over 200 lines is reported",
    "rules/sync/long.ts",
    Array.from({ length: 210 }, (_, index) => `export const line${index} = ${index};`).join("\n"),
  ),
];

/** The other half of the circle. */
export const companions: Readonly<Record<string, string>> = {
  "rules/sync/circle-two.ts": `import { one } from "./circle-one.ts";\nexport const two = (): number => one();`,
};
