import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Client } from "pg";
import type { AdmissionDeps } from "../../../../activities/sync/admission/admission.ts";
import type { OperationFeature } from "../../../../activities/sync/operation-feature.ts";
import type { SettlementDeps } from "../../../../activities/sync/settlement/settlement-deps.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { type Database, openDatabase } from "../../../../db/open-database.ts";
import { firstRow } from "../../../../db/platform/transactions/transact.ts";
import { operationFeatures } from "../../../../workers/operation-features.ts";
import { featureSettlements } from "../../../../workers/feature-settlements.ts";
import { useOwnDatabase, type TestDatabase } from "../../../harness/database.ts";
import { withCopy } from "../features/with-copy.ts";
import { eventually } from "../../eventually.ts";
import { copyScopes, type WorldScope } from "./copies.ts";
import {
  createNoteTable,
  KEEP_NOTE,
  type NoteFeature,
  noteFeature,
} from "../features/note-feature.ts";
import { settlementDeps } from "../settlement.ts";
import { admissionDeps, buildDevice, buildScope } from "../sync.ts";

/** A phone of a history: one installation, and its successive devices, the newest last. */
export interface WorldPhone {
  readonly userId: string;
  readonly actor: "CLIENT" | "COACH";
  readonly installationId: string;
  readonly deviceIds: string[];
}

/** The world of a history: two relationships of one coach, and four phones. */
export interface World {
  readonly scopes: readonly WorldScope[];
  readonly phones: readonly WorldPhone[];
}

/** A database in which histories run one after the other, because they share its clock. */
export interface Stage {
  readonly em: SqlEntityManager;
  /** One process for each connection that a phone may use. */
  readonly connections: readonly AdmissionDeps[];
  readonly settlement: SettlementDeps;
  readonly rule: { broken: boolean };
  /** The owner's connection, which bypasses every proxy. */
  readonly owner: Client;
  open(): Promise<World>;
  moveClock(aheadSeconds: number): Promise<void>;
  /** Closes the stage. Returns the database's counters, once every connection but the owner's is closed. */
  close(): Promise<Counted>;
}

/** Phones by their owners: the first client's two, the coach's, the second client's. */
export const PHONES = [
  { owner: 0, actor: "CLIENT", scopes: [0] },
  { owner: 0, actor: "CLIENT", scopes: [0] },
  { owner: null, actor: "COACH", scopes: [0, 1] },
  { owner: 1, actor: "CLIENT", scopes: [1] },
] as const;
const CONNECTIONS = 8;

/**
 * Opens a stage on a separate database.
 *
 * @param url the address that its connections use.
 */
export async function openStage(
  url: (files: TestDatabase) => Promise<string> = async ({ appUrl }) => appUrl,
): Promise<Stage> {
  const files = await useOwnDatabase();
  await createNoteTable(files.ownerUrl);
  const way = { url: await url(files), poolSize: 12, applicationName: "model" };
  const database = openDatabase(way);
  const owner = new Client({ connectionString: files.ownerUrl });
  await owner.connect();
  await prepare(owner);
  const { em } = database;
  const pattern = await buildScope(em);
  const rule = { broken: false };
  const features = [...operationFeatures, breakable(noteFeature(), rule)];
  const worlds: (readonly WorldScope[])[] = [];
  return {
    em,
    owner,
    rule,
    connections: Array.from({ length: CONNECTIONS }, () => admissionDeps(em, features)),
    settlement: settlementDeps(em, featureSettlements, features),
    open: async () => {
      if (worlds.length === 0) worlds.push(...(await copyScopes(owner, pattern)));
      return await withPhones(em, worlds.pop());
    },
    moveClock: async (seconds) => {
      await owner.query("update clock_offset set shift = make_interval(secs => $1)", [seconds]);
    },
    close: () => end(owner, database),
  };
}

/** The counters of PostgreSQL for a database, up to its last connection. */
export interface Counted {
  readonly deadlocks: number;
  readonly rollbacks: number;
}

async function end(owner: Client, database: Database): Promise<Counted> {
  await database.close();
  // PostgreSQL adds a connection's counters when its process ends, which is after the client disconnected.
  await eventually(
    async () =>
      (
        await owner.query(
          "select from pg_stat_activity where application_name = 'model' and datname = current_database()",
        )
      ).rowCount,
    (left) => left === 0,
  );
  const { rows } = await owner.query<Counted>(`
    select deadlocks::int, xact_rollback::int as rollbacks
    from pg_stat_database where datname = current_database()`);
  await owner.end();
  return firstRow(rows);
}

/** Adds indexes that make the checks after every step fast. */
async function prepare(owner: Client): Promise<void> {
  await owner.query(`
    create index on test_note (relationship_id);
    create index on sync_batch (relationship_id);
    create index on outbox (subject_id)`);
}

/**
 * The feature of {@link noteFeature}, for coaches too. While `broken` is false, the faults that notes ask for are left
 * out, so no note fails.
 */
function breakable(
  { feature }: NoteFeature,
  rule: { readonly broken: boolean },
): OperationFeature<NoteIntent> {
  const types = [...feature.operationTypes].map(
    ([name, type]) => [name, { ...type, principals: ["CLIENT", "COACH"] as const }] as const,
  );
  const mended = withCopy(feature, (copy) => ({
    ...copy,
    decide: (operation) => {
      const { fault: _fault, ...intent } = operation.intent;
      return copy.decide(rule.broken ? operation : { ...operation, intent });
    },
  }));
  return {
    ...mended,
    operationTypes: new Map(types),
    load: (relationshipId, operations) =>
      mended.load(relationshipId, rule.broken ? operations : []),
  };
}
type NoteIntent = NoteFeature["feature"] extends OperationFeature<infer Intent> ? Intent : never;

/** Operation type of a history's notes. */
export const NOTE_TYPE = KEEP_NOTE;

async function withPhones(
  em: SqlEntityManager,
  scopes: readonly WorldScope[] = [],
): Promise<World> {
  const phones: WorldPhone[] = [];
  for (const { owner, actor } of PHONES) {
    const scope = scopes[owner ?? 0];
    const userId = (owner === null ? scope?.coachUserId : scope?.clientUserId) ?? "";
    const phone = { userId, actor, installationId: newId(), deviceIds: [] };
    phones.push(phone);
    await registerAgain(em, phone);
  }
  return { scopes, phones };
}

/** Registers the installation of a phone, for the first time or again. */
export async function registerAgain(em: SqlEntityManager, phone: WorldPhone): Promise<void> {
  const { userId, installationId, actor, deviceIds } = phone;
  const surface = actor === "COACH" ? "COACH_MOBILE" : "CLIENT_MOBILE";
  deviceIds.push(await buildDevice(em, userId, installationId, surface));
}
