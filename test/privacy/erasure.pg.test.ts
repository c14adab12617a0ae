import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openUpload } from "../../activities/media/open-upload.ts";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { ReplacedEmail } from "../../db/accounts/replaced-email.ts";
import { FORMER_CLIENT, FORMER_COACH } from "../../db/accounts/registration/erase-person.ts";
import { User } from "../../db/accounts/user.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { Media } from "../../db/media/media.ts";
import { newId } from "../../db/platform/new-id.ts";
import { IdempotencyKeyRow } from "../../db/platform/idempotency-key-row.ts";
import { SyncRequest } from "../../db/sync/sync-request.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { FORMER_WORKSPACE } from "../../db/workspaces/erase-names.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { hooks } from "../../workers/hooks.ts";
import { writtenExport } from "../factories/privacy/account-export.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { announcement, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { KEEP_NOTE, noteFeature } from "../factories/sync/features/note-feature.ts";
import { settleAll } from "../factories/sync/receipts/old-receipts.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { whereIs } from "../factories/db/where-is.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
afterAll(() => moveClock(ownerUrl, 0));

/** A word in every text that the person could leave, and nowhere else. */
const CANARY = "canary-of-the-client";
const GRACE_IS_OVER = DELETION_GRACE_DAYS * 86_400 + 60;

const PLANTED = [
  "account_export_part.facts",
  "app_session.device_id_hash",
  "app_session.ip_hash",
  "app_session.network",
  "app_user.display_name",
  "app_user.primary_email",
  "auth_identity.subject",
  "client_profile.display_name",
  "client_profile.goal",
  "form_draft.answers",
  "form_submission.answers",
  "idempotency_key.answer",
  "replaced_email.email",
];

describe("a deletion that is final (docs/personal-data.md)", () => {
  let gone: BuiltScope;
  let stays: BuiltScope;
  beforeAll(async () => {
    gone = await buildScope(em);
    stays = await buildScope(em);
    await leaveWords(gone);
    const { clientUserId: userId } = gone;
    await writtenExport(em, userId);
    await transact(em, (tx) =>
      requestAccountDeletion(tx, { userId, requestId: "erasure" }, hooks.sessions),
    );
  });

  test("has erased nothing while the grace period lasts", async () => {
    expect(await whereIs(em, CANARY)).toEqual(PLANTED);
    await settle(gone);
    expect(await whereIs(em, CANARY)).toEqual(PLANTED);
    expect(await leftOf(gone)).toEqual({ batches: 1, requests: 1, media: ["PENDING"], health: 3 });
  });

  test("erases name, contacts, profile, answers, media, raw requests and keyed answers, and leaves them in no column of any table", async () => {
    const other = await em.fork().findOneOrFail(ClientProfile, { userId: stays.clientUserId });
    await moveClock(ownerUrl, GRACE_IS_OVER);
    await settleWhole(gone);
    expect(await whereIs(em, CANARY)).toEqual([]);
    expect(await leftOf(gone)).toEqual({ batches: 1, requests: 0, media: ["ERASING"], health: 0 });
    const { displayName } = await em.fork().findOneOrFail(User, gone.clientUserId);
    expect(displayName).toBe(FORMER_CLIENT);
    expect(
      await em.fork().findOneOrFail(ClientProfile, { userId: stays.clientUserId }),
    ).toMatchObject({ displayName: other.displayName, timezone: other.timezone });
    expect(
      await em.fork().findOneOrFail(ClientProfile, { userId: gone.clientUserId }),
    ).toMatchObject({ displayName: FORMER_CLIENT, privacySettings: {} });
    await settleWhole(gone);
    expect(await whereIs(em, CANARY)).toEqual([]);
  });

  test("erases a coach's name, handle, texts about themselves and the name of a workspace that nobody takes over", async () => {
    await moveClock(ownerUrl, 0);
    const { userId, workspaceId } = await buildCoach(em);
    const word = "canary-of-the-coach";
    await em.fork().nativeUpdate(CoachWorkspace, { id: workspaceId }, { name: word, slug: word });
    await em.fork().nativeUpdate(User, { id: userId }, { displayName: word });
    await em.fork().nativeUpdate(CoachProfile, { userId }, { publicHandle: word, bio: word });
    expect(await whereIs(em, word)).toHaveLength(5);
    await transact(em, (tx) =>
      requestAccountDeletion(tx, { userId, requestId: "erasure" }, hooks.sessions),
    );
    await moveClock(ownerUrl, GRACE_IS_OVER);
    while ((await settleAccountDeletion(erasureDeps(em), { userId })).open);
    expect(await whereIs(em, word)).toEqual([]);
    expect(await em.fork().findOneOrFail(User, userId)).toMatchObject({
      displayName: FORMER_COACH,
    });
    expect(await em.fork().findOneOrFail(CoachWorkspace, workspaceId)).toMatchObject({
      name: FORMER_WORKSPACE,
    });
  });
});

/** Writes the word, and health data, wherever this person can leave them. */
async function leaveWords(scope: BuiltScope): Promise<void> {
  const { clientUserId: userId, relationshipId } = scope;
  const fork = em.fork();
  const privacySettings = { coachSeesGoal: false };
  const shown = { displayName: CANARY, goal: CANARY, birthDate: "1990-02-03", heightCm: 172 };
  const profile = { ...shown, privacySettings };
  await fork.nativeUpdate(User, { id: userId }, { displayName: CANARY, primaryEmail: CANARY });
  await fork.nativeUpdate(ClientProfile, { userId }, profile);
  const identity = await fork.findOneOrFail(AuthIdentity, { userId });
  identity.subject = CANARY;
  fork.create(ReplacedEmail, { id: newId(), eventId: newId(), userId, email: CANARY });
  fork.create(AppSession, {
    id: newId(),
    userId,
    identityId: identity.id,
    issuer: identity.issuer,
    providerSessionId: newId(),
    clientApp: "sideline-client-mobile",
    surface: "CLIENT_MOBILE",
    deviceIdHash: CANARY,
    ipHash: CANARY,
    network: CANARY,
    startedAt: new Date(),
    lastSeenAt: new Date(),
    revokedAt: null,
    appVersion: null,
    pushTokenId: null,
    reportedAt: null,
    revokedFor: null,
  });
  const [drafted, submitted] = [
    await buildFormAssignment(em, scope),
    await buildFormAssignment(em, scope),
  ];
  const answers = { goal: CANARY };
  fork.create(FormDraft, {
    assignmentId: drafted.id,
    answers,
    lineageId: newId(),
    revisionBeforeRun: 1,
    savedAt: new Date(),
  });
  fork.create(FormSubmission, {
    id: newId(),
    assignmentId: submitted.id,
    formVersionId: submitted.formVersionId,
    relationshipId,
    answers,
    submittedByUserId: userId,
    submittedAt: new Date(),
  });
  fork.create(IdempotencyKeyRow, {
    caller: userId,
    method: "PUT",
    route: "/api/v1/client/profile",
    key: newId(),
    fingerprint: "fingerprint",
    status: 200,
    answer: CANARY,
    about: [],
    createdAt: new Date(),
  });
  await fork.flush();
  await submit(admissionDeps(em, [noteFeature().feature]), scope, [
    queued(KEEP_NOTE, { text: "a" }),
  ]);
  await settleAll(em);
  const announced = announcement(relationshipId, photo(4_096));
  const sender = { userId, as: "CLIENT", limits: MEDIA_LIMITS } as const;
  await transact(em, (tx) => openUpload(tx, { ...sender, announced }));
}

/** Remaining rows that contain no word to search for. */
async function leftOf({ clientUserId: userId, relationshipId, deviceId }: BuiltScope) {
  const fork = em.fork();
  const batches = await fork.execute<{ id: string }[]>(
    "select id from sync_batch where device_id = ?",
    [deviceId],
  );
  const { birthDate, heightCm, goal } = await fork.findOneOrFail(ClientProfile, { userId });
  return {
    batches: batches.length,
    requests: await fork.count(SyncRequest, { batchId: { $in: batches.map(({ id }) => id) } }),
    media: (await fork.find(Media, { relationshipId })).map(({ status }) => status),
    health: [birthDate, heightCm, goal].filter((fact) => fact !== null).length,
  };
}

function settle({ clientUserId: userId }: BuiltScope) {
  return settleAccountDeletion(erasureDeps(em), { userId });
}

/** Settles until nothing is left. */
async function settleWhole(scope: BuiltScope): Promise<void> {
  while ((await settle(scope)).open);
}
