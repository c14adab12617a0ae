import { breaks, type Violation } from "./violation.ts";

/** Laws of the house that only lint/ guards, apart from floors and rooms. */
export const houseViolations: readonly Violation[] = [
  breaks("house(clock)")(
    "a rule reads no clock",
    "rules/sync/now.ts",
    `export const now = Date.now();`,
  ),
  breaks("house(clock)")(
    "the contract creates no instant",
    "contract/sync/instant.ts",
    `export const now = new Date();`,
  ),
  breaks("house(clock)")(
    "a workflow gets the time from its acts",
    "workflows/sync/instant.ts",
    `export const now = (): Date => new Date();`,
  ),
  breaks("house(clock)")(
    "a rule reads no clock through Temporal",
    "rules/sync/zoned-now.ts",
    `export const now = () => Temporal.Now.instant();`,
  ),
  breaks("house(clock)")(
    "a rule draws nothing at random",
    "rules/sync/dice.ts",
    `export const roll = () => Math.random();`,
  ),
  breaks("house(clock)")(
    "a rule creates no ids",
    "rules/sync/id.ts",
    `export const nextId = () => globalThis.crypto.randomUUID();`,
  ),
  breaks("house(comments)")(
    "a sentence of a comment begins with its subject",
    "rules/sync/opens-late.ts",
    `/** What the device sent last. */\nexport const count = 0;`,
  ),
  breaks("house(comments)")(
    "a sentence of a comment has at most 25 words",
    "rules/sync/long-sentence.ts",
    `/** Counts ${"very ".repeat(25)}much. */\nexport const count = 0;`,
  ),
  breaks("house(own-database)")(
    "a test that moves the clock does not share its database",
    "test/sync/clock.pg.test.ts",
    `declare const useApi: () => Promise<string>;
declare const moveClock: (url: string) => Promise<void>;
const url = await useApi();
await moveClock(url);`,
  ),
  breaks("house(own-database)")(
    "a test that counts all rows of a table does not share its database",
    "test/sync/rows.pg.test.ts",
    `declare const useDatabase: () => Promise<{ count: (entity: unknown) => number }>;
declare const Device: unknown;
const em = await useDatabase();
em.count(Device);`,
  ),
  breaks("house(own-database)")(
    "a test that moves the clock gives its stage a database that it does not share",
    "test/sync/stage.pg.test.ts",
    `declare const useAdmission: (database?: string) => Promise<string>;
declare const moveClock: (url: string) => Promise<void>;
const url = await useAdmission();
await moveClock(url);`,
  ),
  breaks("house(row-columns)")(
    "a field of a row is a column of its statement",
    "db/sync/lock.ts",
    `declare const client: { query: <Row>(text: string) => Promise<Row> };
export const lock = () => client.query<{ acquired: boolean }>("select pg_try_advisory_lock(1) as taken");`,
  ),
  breaks("house(row-columns)")(
    "also where the row has a type of its own",
    "db/sync/lane.ts",
    `declare const client: { query: <Row>(text: string) => Promise<Row> };
interface LaneRow {
  readonly laneId: string;
  readonly isDue: boolean;
}
export const lane = () => client.query<LaneRow>("select lane_id, due from lane");`,
  ),
  breaks("house(names)")(
    "a file is not named after a vague kind",
    "rules/sync/replay-helper.ts",
    `export const judge = 1;`,
  ),
  breaks("house(names)")(
    "a function is not a processor",
    "rules/sync/operation.ts",
    `export function operationProcessor(): number {\n  return 1;\n}`,
  ),
  breaks("house(names)")(
    "a type is not a DTO",
    "rules/sync/device.ts",
    `export type DeviceDTO = { readonly id: string };`,
  ),
  breaks("house(names)")(
    "a field is not called info",
    "rules/sync/batch.ts",
    `export interface Batch {\n  readonly deviceInfo: string;\n}`,
  ),
  breaks("house(re-exports)")(
    "there are no barrels",
    "rules/sync/index.ts",
    `export * from "./judge-replay.ts";`,
  ),
  breaks("house(re-exports)")(
    "an import is not re-exported",
    "rules/sync/again.ts",
    `import { judgeReplay } from "./judge-replay.ts";\nexport { judgeReplay };`,
  ),
  breaks("house(classes)")(
    "there are no classes but entities and errors",
    "activities/sync/admission.ts",
    `export class Admission {\n  readonly device = "";\n}`,
  ),
  breaks("house(sql)")(
    "the API has no SQL",
    "api/sync/counts.ts",
    `import { sql } from "@mikro-orm/postgresql";\nexport const count = sql;`,
  ),
  breaks("house(sql)")(
    "an act has no SQL",
    "activities/sync/counts.ts",
    `import { sql } from "kysely";\nexport const count = sql;`,
  ),
  breaks("house(sql)")(
    "the API runs no statement",
    "api/sync/runs.ts",
    `export const run = (em: { execute(text: string): void }) => em.execute("select 1");`,
  ),
  breaks("house(raw-sql)")(
    "a statement is text only in a file that gives the reason",
    "db/sync/counts-as-text.ts",
    `import { sql } from "kysely";\nexport const count = sql<number>\`select 1\`;`,
  ),
  breaks("house(raw-sql)")(
    "a file without text statements leaves the list",
    "db/relationships/zone-now.ts",
    `export const zoneNow = "";`,
  ),
  breaks("house(transaction)")(
    "a statement stays in its transaction",
    "db/sync/runs.ts",
    `interface Em {\n  getConnection(): { execute(text: string): void };\n}\nexport const run = (em: Em) => em.getConnection().execute("select 1");`,
  ),
  breaks("house(words)")(
    "a retired word is not used again",
    "rules/sync/speaks-of-old.ts",
    ["/** Operations that were set", "aside. */", "export const count = 0;"]
      .join(" ")
      .replace("*/ ", "*/\n"),
  ),
];
