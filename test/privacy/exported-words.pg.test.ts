import { beforeAll, describe, expect, test } from "@jest/globals";
import { openUpload } from "../../activities/media/open-upload.ts";
import { endOwnRelationship } from "../../activities/relationships/move-relationship.ts";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import { exportFileSchema } from "../../contract/privacy/export-file-schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { documentOf, writtenExport } from "../factories/privacy/account-export.ts";
import { clientWrites, WORDS } from "../factories/inbox/canary-texts.ts";
import { announcement, photo } from "../factories/media/media.ts";
import { setClock } from "../factories/set-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { whereAre } from "../factories/db/where-is.ts";
import { putConflict } from "../factories/workouts/workout-conflicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const owner = await useClient(ownerUrl);

/** Texts of a client outside of tasks. */
const FURTHER = {
  name: "zznamezz",
  putOff: "zzputoffzz",
  leaving: "zzleavingzz",
  refused: "zzrefusedzz",
  draft: "zzdraftzz",
  network: "zznetworkzz",
  coachsReason: "zzcoachsreasonzz",
} as const;
const NOT_THEIRS = [FURTHER.coachsReason];

let scope: BuiltScope;
let document: string;

beforeAll(async () => {
  await setClock(ownerUrl, "2027-03-10T10:00:00Z");
  scope = await buildScope(em);
  const { relationshipId, clientUserId, coachUserId } = scope;
  const admission = admissionDeps(em);
  const settlement = settlementDeps(em);
  const settle = () => settleAll(settlement, { deviceId: scope.deviceId });
  await clientWrites({ em, scope, admission, settle }, FURTHER.name);
  await owner.query(
    `update onboarding_task set payload = jsonb_build_object('skipReason', $1::text)
      where instance_id in (select id from onboarding_instance where relationship_id = $2)`,
    [FURTHER.putOff, relationshipId],
  );
  const { id } = await putConflict(em, scope);
  await owner.query(
    "update workout_conflict set content = jsonb_build_object('note', $1::text) where id = $2",
    [FURTHER.refused, id],
  );
  await owner.query(
    `insert into form_draft (assignment_id, answers, lineage_id, revision_before_run, saved_at)
     select id, jsonb_build_object('goal', $1::text), uuidv7(), 0, now() from form_assignment
      where relationship_id = $2 limit 1`,
    [FURTHER.draft, relationshipId],
  );
  await owner.query(
    `insert into app_session (id, user_id, identity_id, issuer, provider_session_id, client_app, surface, network,
        started_at, last_seen_at)
     select uuidv7(), $1, id, 'x', 'x', 'x', 'WEB', $2, now(), now() from auth_identity where user_id = $1 limit 1`,
    [clientUserId, FURTHER.network],
  );
  await owner.query(
    `insert into relationship_event (id, relationship_id, from_status, to_status, reason, actor_user_id, actor_kind,
        occurred_at)
     values (uuidv7(), $1, 'ACTIVE', 'PAUSED', $2, $3, 'COACH', now())`,
    [relationshipId, FURTHER.coachsReason, coachUserId],
  );
  await owner.query(
    `insert into notification (id, dedupe_key, category, recipient_user_id, subject_id, timezone, outcome, reason,
        channels, revision, decided_at, judged_at)
     values (uuidv7(), 'exported', 'WELCOME', $1, uuidv7(), 'UTC', 'SEND', 'ALLOWED', '{MAIL}', 1, now(), now())`,
    [clientUserId],
  );
  await owner.query(
    `insert into notification_preference (user_id, muted_categories, push_enabled, mail_enabled, quiet_from_minute,
        quiet_until_minute, updated_at)
     values ($1, '{WELCOME}', true, false, 0, 60, now())`,
    [clientUserId],
  );
  const sender = { userId: clientUserId, as: "CLIENT", limits: MEDIA_LIMITS } as const;
  const announced = announcement(relationshipId, photo(4_096));
  await transact(em, (tx) => openUpload(tx, { ...sender, announced }));
  const leaving = { clientUserId, reason: FURTHER.leaving, requestId: null };
  await transact(em, (tx) => endOwnRelationship(tx, leaving, hooks.relationships));
  document = await documentOf(em, clientUserId, await writtenExport(em, clientUserId));
});

/** Excludes the export's own parts from the places of a word. */
const elsewhere = (place: string) => !place.startsWith("account_export_part.");

describe("the export of a client", () => {
  test("contains every stored text of theirs, with their reasons to skip a questionnaire and to leave", async () => {
    const lost: string[] = [];
    let kept = 0;
    const found = await whereAre(em, [...Object.values(WORDS), ...Object.values(FURTHER)]);
    for (const [word, all] of found) {
      const places = all.filter(elsewhere);
      if (places.length === 0 || NOT_THEIRS.some((one) => one === word)) continue;
      kept += 1;
      if (!document.includes(word)) lost.push(`${word}: ${places.join(", ")}`);
    }
    expect(lost).toEqual([]);
    expect(kept).toBeGreaterThanOrEqual(13);
    expect(document).not.toContain(FURTHER.coachsReason);
  });

  test("matches the API's description, fact by fact in each list, and so does a coach's", async () => {
    const { coachUserId } = scope;
    const coachs = await documentOf(em, coachUserId, await writtenExport(em, coachUserId));
    const OF_COACHES = ["coachProfile", "workspaces"];
    expect(listsWithoutFacts(document)).toEqual(OF_COACHES);
    expect(listsWithoutFacts(coachs)).not.toEqual(expect.arrayContaining(OF_COACHES));
  });

  test("is refused by its description if a field differs (planted)", () => {
    const another = document.replace("sideline-account/1", "sideline-account/0");
    expect(exportFileSchema.safeParse(JSON.parse(another)).success).toBe(false);
    const further = document.replace('"displayName"', '"shownName"');
    expect(exportFileSchema.safeParse(JSON.parse(further)).success).toBe(false);
  });
});

/** Lists of a document without facts; the document must have the published form. */
function listsWithoutFacts(text: string): readonly string[] {
  const parsed: Readonly<Record<string, unknown>> = exportFileSchema.parse(JSON.parse(text));
  return Object.entries(parsed).flatMap(([name, facts]) =>
    Array.isArray(facts) && facts.length === 0 ? name : [],
  );
}
