import { Client } from "pg";
import * as z from "zod";
import { openDatabase } from "../../db/open-database.ts";
import { buildIdentity, coachByActs, relationshipByActs } from "../factories/accounts/identity.ts";
import { buildAgenda } from "../factories/plans/plans.ts";
import { buildDevice } from "../factories/sync/sync.ts";
import { bringForward } from "./put-image.ts";
import type { Image, Rows, ScopeImages } from "./scope-images.ts";

/** Builds a scope through the product's acts, in a separate database, and records the rows of each step. */
export async function recordScopeImages(urls: {
  readonly superuserUrl: string;
  readonly appUrl: string;
}): Promise<ScopeImages> {
  const database = openDatabase({ url: urls.appUrl, poolSize: 2, applicationName: "test" });
  const client = new Client({ connectionString: urls.superuserUrl });
  await client.connect();
  try {
    const { em } = database;
    const recorder = await openRecorder(client);
    const identity = buildIdentity({ clientId: "sideline-coach-mobile", surface: "COACH_MOBILE" });
    const coach = await coachByActs(em, identity);
    const coachImage = await recorder.step();
    const built = await relationshipByActs(em, { coach, timezone: "UTC", status: "ONBOARDING" });
    const { relationshipId, workspaceId } = built;
    const relationshipImage = await recorder.step();
    const owner = { workspaceId, relationshipId, coachUserId: coach.userId, timezone: "UTC" };
    const { localDate, habit, supplement, meal, water, steps } = await buildAgenda(em, owner);
    const agendaImage = await recorder.step();
    const day = await recorder.all();
    const deviceId = await buildDevice(em, built.client.userId);
    await recorder.step();
    const scope = await recorder.all();
    return {
      coach: coachImage.image,
      relationship: relationshipImage.image,
      agenda: agendaImage.image,
      day,
      scope,
      localDate,
      ids: {
        coachUserId: coach.userId,
        workspaceId,
        coachSubject: coach.identity.subject,
        formVersionId: idIn(coachImage.rows, "form_version"),
        relationshipId,
        clientUserId: built.client.userId,
        clientSubject: built.client.identity.subject,
        clientContact: (built.client.identity.email ?? "").replace(/@.*/, ""),
        clientSession: built.client.identity.providerSessionId,
        invitationId: idIn(relationshipImage.rows, "invitation"),
        assignmentIds: [habit, supplement, meal, water, steps].map(({ sourceId }) => sourceId),
        deviceId,
      },
    };
  } finally {
    await client.end();
    await database.close();
  }
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const Row = z.record(z.string(), z.unknown());

/** Finds the rows of each step by the transactions that wrote them. */
async function openRecorder(client: Client) {
  // The counter of sent mails is not part of what is built.
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'rate_limit'`,
  );
  const known = new Set<string>();
  /** The finishing time of the step that wrote a row, by row. */
  const doneAt = new Map<string, string>();
  let since = 0;
  const writtenAfter = async (transaction: number) => {
    const { rows: now } = await client.query<{ xid: string; at: Date }>(
      "select pg_current_xact_id()::text as xid, clock_now() as at",
    );
    const rows: Rows = {};
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: unknown }>(
        `select to_jsonb(t) as row from "${name}" t where xmin::text::bigint > $1`,
        [transaction],
      );
      if (found.rows.length > 0) rows[name] = found.rows.map(({ row }) => Row.parse(row));
    }
    return { rows, at: now[0]?.at.toISOString() ?? "", xid: Number(now[0]?.xid) };
  };
  const step = async () => {
    const { rows, at, xid } = await writtenAfter(since);
    since = xid;
    for (const row of Object.values(rows).flat()) doneAt.set(JSON.stringify(row), at);
    // A client completes the onboarding of their coach, whose row is already there when the image is put.
    const { coach_profile: profiles = [], ...others } = rows;
    const added = profiles.filter(({ id }) => !known.has(String(id)));
    const ofStep = added.length === 0 ? others : { ...others, coach_profile: added };
    const image = imageOf(ofStep, at, known);
    for (const id of image.ownIds) known.add(id);
    return { rows, image };
  };
  // Rows that the migrations wrote are in every database.
  await step();
  const migrated = since;
  const everybodys = new Set(known);
  /** Treats all steps as one that was just done, because on a busy machine they lie seconds apart. */
  const all = async () => {
    const { rows, at } = await writtenAfter(migrated);
    for (const [table, ofTable] of Object.entries(rows))
      for (const row of ofTable) {
        const done = doneAt.get(JSON.stringify(row)) ?? at;
        bringForward({ [table]: [row] }, Date.parse(at) - Date.parse(done));
      }
    return imageOf(rows, at, everybodys);
  };
  return { step, all };
}

/** Turns rows into an image; its own ids are those that did not exist before. */
function imageOf(rows: Rows, at: string, before: ReadonlySet<string>): Image {
  const text = JSON.stringify(rows);
  const ownIds = [...new Set(text.match(ID))].filter((id) => !before.has(id)).toSorted();
  return { rows: text, tables: Object.keys(rows), ownIds, at };
}

function idIn(rows: Rows, table: string): string {
  return z.string().parse(rows[table]?.[0]?.["id"]);
}
