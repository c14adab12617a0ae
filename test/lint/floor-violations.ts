import { breaks, type Violation } from "./violation.ts";

const floors = breaks("house(floors)");

/** The floors table of the house, with each forbidden import once. */
export const floorViolations: readonly Violation[] = [
  floors(
    "the contract imports no rule",
    "contract/sync/asks-rule.ts",
    `import { judgeReplay } from "../../rules/sync/judge-replay.ts";\nexport const verdict = judgeReplay;`,
  ),
  floors(
    "the contract imports no package but zod and canonicalize",
    "contract/sync/reads-zone.ts",
    `import { DateTime } from "luxon";\nexport const zoneOf = (at: DateTime) => at.zoneName;`,
  ),
  floors(
    "the contract runs without Node",
    "contract/sync/hashes.ts",
    `import { createHash } from "node:crypto";\nexport const hash = createHash;`,
  ),
  floors(
    "a rule imports no schema by value",
    "rules/sync/parses.ts",
    `import { SyncRequest } from "../../contract/sync/schema.ts";\nexport const parse = SyncRequest;`,
  ),
  floors(
    "a rule imports no shared schema by value",
    "rules/sync/parses-page.ts",
    `import { pageQuery } from "../../contract/wire.ts";\nexport const page = pageQuery;`,
  ),
  floors(
    "a rule runs on a phone, without a library for time zones",
    "rules/sync/reads-zone.ts",
    `import { DateTime } from "luxon";\nexport const zoneOf = (at: DateTime) => at.zoneName;`,
  ),
  floors(
    "a rule has no state",
    "rules/sync/remembers.ts",
    `import type { Device } from "../../db/sync/device.ts";\nexport type Known = Device;`,
  ),
  floors(
    "a rule does no input or output",
    "rules/sync/reads-file.ts",
    `import { readFileSync } from "node:fs";\nexport const read = readFileSync;`,
  ),
  floors(
    "the database imports only types of rules",
    "db/sync/decides.ts",
    `import { judgeReplay } from "../../rules/sync/judge-replay.ts";\nexport const verdict = judgeReplay;`,
  ),
  floors(
    "a type import inside braces still loads the rule",
    "db/sync/loads-rule.ts",
    `import { type Replay } from "../../rules/sync/judge-replay.ts";\nexport type Known = Replay;`,
  ),
  floors(
    "the database imports no acts",
    "db/sync/acts.ts",
    `import type { admitBatch } from "../../activities/sync/admit-batch.ts";\nexport type Act = typeof admitBatch;`,
  ),
  floors(
    "the database imports no workflow engine",
    "db/sync/signals.ts",
    `import { Client } from "@temporalio/client";\nexport const temporal = Client;`,
  ),
  floors(
    "an act does not speak HTTP",
    "activities/sync/answers.ts",
    `import { Router } from "express";\nexport const router = Router;`,
  ),
  floors(
    "an act does not import the API",
    "activities/sync/asks-api.ts",
    `import { present } from "../../api/sync/present.ts";\nexport const wire = present;`,
  ),
  floors(
    "an act does not import its actor",
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
    "a workflow imports no schema by value",
    "workflows/sync/takes-schema.ts",
    `import { SyncRequest } from "../../contract/sync/schema.ts";\nexport const schema = SyncRequest;`,
  ),
  floors(
    "a workflow uses nothing of Node",
    "workflows/sync/uses-node.ts",
    `import { createHash } from "node:crypto";\nexport const hash = createHash;`,
  ),
  floors(
    "a workflow does not import the database",
    "workflows/sync/reads-row.ts",
    `import type { Device } from "../../db/sync/device.ts";\nexport type Known = Device;`,
  ),
  floors(
    "a workflow does not import the API",
    "workflows/sync/sees-api.ts",
    `import type { Caller } from "../../api/caller.ts";\nexport type Known = Caller;`,
  ),
  floors(
    "the API reads rows by named queries only",
    "api/sync/loads-row.ts",
    `import { Device } from "../../db/sync/device.ts";\nexport const row = Device;`,
  ),
  floors(
    "the API imports no workflow engine",
    "api/sync/signals.ts",
    `import { Client } from "@temporalio/client";\nexport const temporal = Client;`,
  ),
  floors(
    "the API imports no workflow",
    "api/sync/knows-actor.ts",
    `import type { deviceActor } from "../../workflows/sync/workflow.ts";\nexport type Actor = typeof deviceActor;`,
  ),
  floors(
    "nothing imports workers",
    "api/sync/reads-config.ts",
    `import type { Config } from "../../workers/config.ts";\nexport type Known = Config;`,
  ),
  floors(
    "production does not import the embedded stack",
    "workers/finds-stack.ts",
    `import { findStack } from "../tools/stack/stack-file.ts";\nexport const stack = findStack;`,
  ),
  floors(
    "production imports no development package",
    "workers/starts-postgres.ts",
    `import { Provider } from "oidc-provider";\nexport const provider = Provider;`,
  ),
  floors(
    "nothing imports tests",
    "activities/sync/uses-test.ts",
    `import { makeDevice } from "../../test/sync/make-device.ts";\nexport const device = makeDevice;`,
  ),
  floors(
    "the device library has no schema of the contract",
    "device/parses.ts",
    `import { operationSchema } from "../contract/sync/schema.ts";\nexport const parse = operationSchema;`,
  ),
  floors(
    "the device library queries no database of the server",
    "device/asks-act.ts",
    `import type { Caller } from "../api/caller.ts";\nexport type Known = Caller;`,
  ),
  floors(
    "the phone reaches the rules through the device library",
    "phone/asks-rule.ts",
    `import { judgeReplay } from "../rules/sync/judge-replay.ts";\nexport const known = judgeReplay;`,
  ),
  floors(
    "the console imports only the contract",
    "web/asks-api.ts",
    `import type { Caller } from "../api/caller.ts";\nexport type Known = Caller;`,
  ),
  floors(
    "a benchmark calls from outside",
    "bench/calls-act.ts",
    `import { admitBatch } from "../activities/sync/admit-batch.ts";\nexport const act = admitBatch;`,
  ),
  floors(
    "a lazy import is an import",
    "rules/sync/loads-late.ts",
    `export const load = async () => await import("../../db/open-database.ts");`,
  ),
  floors(
    "a type named by its path is an import",
    "rules/sync/names-row.ts",
    `export type Known = import("../../db/sync/device.ts").Device;`,
  ),
  floors("there are no other floors", "shared/anything.ts", `export const anything = 1;`),
  floors("there are no other rooms", "rules/misc/anything.ts", `export const anything = 1;`),
];
