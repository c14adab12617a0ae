import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { v7 as uuidv7 } from "uuid";
import { Client } from "pg";
import * as z from "zod";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { quickLogSettlement } from "../../activities/quick-log/settle-quick-log.ts";
import type { AdmissionDeps } from "../../activities/sync/admit-batch.ts";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import type { SettlementDeps } from "../../activities/sync/settlement-run.ts";
import { type Database, openDatabase } from "../../db/orm.ts";
import { openTestDatabase } from "../harness/database.ts";
import { createNoteTable, KEEP_NOTE, type NoteFeature, noteFeature } from "./note-feature.ts";
import { settlementDeps } from "./settlement.ts";
import { admissionDeps, type BuiltScope, buildDevice, buildScope } from "./sync.ts";

/** One relationship of a history. */
export interface WorldScope {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly coachUserId: string;
  readonly clientUserId: string;
  readonly waterId: string;
}

/** A phone of a history: one installation, and the devices it was, the newest last. */
export interface WorldPhone {
  readonly userId: string;
  readonly actor: "CLIENT" | "COACH";
  readonly installationId: string;
  readonly deviceIds: string[];
}

/** Where a history takes place: two relationships of one coach, and four phones. */
export interface World {
  readonly scopes: readonly WorldScope[];
  readonly phones: readonly WorldPhone[];
}

/** A database in which histories take place, one after the other: they share its clock. */
export interface Stage {
  readonly em: SqlEntityManager;
  /** As many processes as there are connections that a phone may come by. */
  readonly connections: readonly AdmissionDeps[];
  readonly settlement: SettlementDeps;
  readonly rule: { broken: boolean };
  open(): Promise<World>;
  moveClock(aheadSeconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Phones by their owners: the first client's two, the coach's, the second client's. */
export const PHONES = [
  { owner: 0, actor: "CLIENT", scopes: [0] },
  { owner: 0, actor: "CLIENT", scopes: [0] },
  { owner: null, actor: "COACH", scopes: [0, 1] },
  { owner: 1, actor: "CLIENT", scopes: [1] },
] as const;
const CONNECTIONS = 3;
/** Worlds made at once. */
const AT_ONCE = 40;

/** Opens a stage on a database of its own. */
export async function openStage(): Promise<Stage> {
  const files = await openTestDatabase();
  await createNoteTable(files.ownerUrl);
  const database = openDatabase({ url: files.appUrl, poolSize: 6, applicationName: "model" });
  const owner = new Client({ connectionString: files.ownerUrl });
  await owner.connect();
  await prepare(owner);
  const { em } = database;
  const pattern = await buildScope(em);
  const rule = { broken: false };
  const features = [quickLogFeature, breakable(noteFeature(), rule)];
  const worlds: World[] = [];
  return {
    em,
    rule,
    connections: Array.from({ length: CONNECTIONS }, () => admissionDeps(em, features)),
    settlement: settlementDeps(em, [quickLogSettlement], features),
    open: async () => {
      if (worlds.length === 0) worlds.push(...(await copies(owner, pattern)));
      return await withPhones(em, worlds.pop());
    },
    moveClock: async (seconds) => {
      await owner.query("update clock_offset set shift = make_interval(secs => $1)", [seconds]);
    },
    close: () => end(owner, database),
  };
}

async function end(owner: Client, database: Database): Promise<void> {
  await owner.end();
  await database.close();
}

/** What makes looking at everything after every step quick. */
async function prepare(owner: Client): Promise<void> {
  await owner.query(`
    create index on test_note (relationship_id);
    create index on sync_batch (relationship_id);
    create index on outbox (subject_id)`);
}

/** The notes of {@link noteFeature}, for a coach too; while the rule is whole, no note fails. */
function breakable(
  { feature }: NoteFeature,
  rule: { readonly broken: boolean },
): OperationFeature<NoteIntent> {
  const types = [...feature.operationTypes].map(
    ([name, type]) => [name, { ...type, actors: ["CLIENT", "COACH"] as const }] as const,
  );
  return {
    ...feature,
    operationTypes: new Map(types),
    load: async (tx, scope, operations) => {
      const copy = await feature.load(tx, scope, rule.broken ? operations : []);
      return {
        write: (inner) => copy.write(inner),
        decide: (operation) => {
          const { fault: _fault, ...intent } = operation.intent;
          return copy.decide(rule.broken ? operation : { ...operation, intent });
        },
      };
    },
  };
}
type NoteIntent = NoteFeature["feature"] extends OperationFeature<infer Intent> ? Intent : never;

/** Operation type of a history's notes. */
export const NOTE_TYPE = KEEP_NOTE;

const Ids = z.array(z.record(z.string(), z.string()));

/** Relationships like the pattern's, each pair with a coach in common, in one go. */
async function copies(owner: Client, pattern: BuiltScope): Promise<World[]> {
  const made = await owner.query<{ scopes: unknown }>(COPY, [
    pattern.relationshipId,
    pattern.agenda.water.id,
    AT_ONCE * 2,
  ]);
  const { workspaceId, coachUserId } = pattern;
  const scopes = Ids.parse(made.rows[0]?.scopes).map((row) => ({
    relationshipId: row["relationship_id"] ?? "",
    waterId: row["water_id"] ?? "",
    clientUserId: row["client_id"] ?? "",
    workspaceId,
    coachUserId,
  }));
  return Array.from({ length: AT_ONCE }, (_, index) => ({
    scopes: scopes.slice(index * 2, index * 2 + 2),
    phones: [],
  }));
}

/** Copies client, invitation, relationship, scope and the water of the day under new ids. */
const COPY = `
  with planned as materialized (
    select gen_random_uuid() as client_id, gen_random_uuid() as invitation_id,
      gen_random_uuid() as relationship_id, gen_random_uuid() as water_id
    from generate_series(1, $3)
  ), pattern as (select * from relationship where id = $1), client as (
    insert into app_user select copy.* from planned, pattern
      join app_user u on u.id = pattern.client_user_id
      cross join lateral jsonb_populate_record(null::app_user, to_jsonb(u) || jsonb_build_object(
        'id', planned.client_id, 'primary_email', planned.client_id || '@example.com')) copy
    returning id
  ), invitation as (
    insert into invitation select copy.* from planned, pattern
      join invitation i on i.id = pattern.invitation_id
      cross join lateral jsonb_populate_record(null::invitation, to_jsonb(i) || jsonb_build_object(
        'id', planned.invitation_id, 'token_hash', planned.invitation_id::text)) copy
    returning id
  ), related as (
    insert into relationship select copy.* from planned, pattern
      cross join lateral jsonb_populate_record(null::relationship, to_jsonb(pattern) ||
        jsonb_build_object('id', planned.relationship_id, 'client_user_id', planned.client_id,
          'invitation_id', planned.invitation_id)) copy
    returning id
  ), scope as (
    insert into relationship_scope (relationship_id, epoch)
    select relationship_id, gen_random_uuid() from planned returning 1
  ), water as (
    insert into agenda_task select copy.* from planned, agenda_task t
      cross join lateral jsonb_populate_record(null::agenda_task, to_jsonb(t) || jsonb_build_object(
        'id', planned.water_id, 'relationship_id', planned.relationship_id)) copy
      where t.id = $2
    returning id
  )
  select json_agg(planned) as scopes from planned`;

async function withPhones(em: SqlEntityManager, world: World | undefined): Promise<World> {
  if (world === undefined) throw new Error("A stage has no world left");
  const phones: WorldPhone[] = [];
  for (const { owner, actor } of PHONES) {
    const scope = world.scopes[owner ?? 0];
    const userId = (owner === null ? scope?.coachUserId : scope?.clientUserId) ?? "";
    const phone = { userId, actor, installationId: uuidv7(), deviceIds: [] };
    phones.push(phone);
    await registerAgain(em, phone);
  }
  return { ...world, phones };
}

/** Registers the installation of a phone, for the first time or once more. */
export async function registerAgain(em: SqlEntityManager, phone: WorldPhone): Promise<void> {
  const { userId, installationId, actor, deviceIds } = phone;
  const surface = actor === "COACH" ? "COACH_MOBILE" : "CLIENT_MOBILE";
  deviceIds.push(await buildDevice(em, userId, installationId, surface));
}
