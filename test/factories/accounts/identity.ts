import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { inviteClient } from "../../../activities/invitations/invite-client.ts";
import { registerClient } from "../../../activities/relationships/register-client.ts";
import { registerCoach } from "../../../activities/workspaces/register-coach.ts";
import type { ClientSignIn } from "../../../activities/accounts/registration-form.ts";
import { validateInvitation } from "../../../activities/invitations/validate-invitation.ts";
import { LEGAL_VERSIONS, type Surface } from "../../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { Invitation } from "../../../db/invitations/invitation.ts";
import { OnboardingInstance } from "../../../db/onboarding/onboarding-instance.ts";
import { OnboardingTask } from "../../../db/onboarding/onboarding-task.ts";
import { Relationship } from "../../../db/relationships/relationship.ts";
import { tables } from "../../../db/tables.ts";
import { User } from "../../../db/accounts/user.ts";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { raiseCoachOnboarding } from "../../../db/accounts/profiles/raise-coach-onboarding.ts";
import { calendarBefore, advanceCalendar } from "../../../rules/agenda/calendar/calendar.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../../rules/invitations/derive-invitation-token.ts";
import { nextReminderAt, remindersFrom } from "../../../rules/onboarding/next-reminder.ts";
import { invitationTarget } from "../../../rules/invitations/invitation-target.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import { putImage } from "../../harness/put-image.ts";
import { findScopeImages, type Rows, type ScopeImages } from "../../harness/scope-images.ts";
import { hooks } from "../../../workers/hooks.ts";

/** The key from which the tokens of these factories are derived. */
export const INVITATION_KEY = new Uint8Array(32).fill(7);

/** The origin of a registration in these factories. */
export const ORIGIN = {
  requestId: "factory",
  ipHash: "ip-hash",
  network: "203.0.*.*",
  userAgentHash: "agent-hash",
  inForce: LEGAL_VERSIONS,
};

/** The default zone of coaches and clients of these factories. */
const TIMEZONE = "Europe/Berlin";

/** A coach with their own workspace. */
export interface BuiltCoach {
  readonly userId: string;
  readonly workspaceId: string;
  readonly identity: ClientSignIn;
}

/** A client and the coach who invited them. */
export interface BuiltRelationship {
  readonly coach: BuiltCoach;
  readonly workspaceId: string;
  readonly client: { readonly userId: string; readonly identity: ClientSignIn };
  readonly relationshipId: string;
}

/** A verified sign-in of a new person; `contact` verifies another contact than the default e-mail. */
export function buildIdentity(
  changes: Partial<ClientSignIn> & { readonly contact?: Contact } = {},
): ClientSignIn {
  const { contact, ...rest } = changes;
  const id = randomUUID();
  const email = contact === undefined ? `${id}@example.com` : null;
  return {
    provider: "email-password",
    issuer: "https://provider.example",
    tenant: "",
    subject: id,
    email: contact?.kind === "EMAIL" ? contact.value : email,
    emailVerified: contact?.kind !== "PHONE",
    phone: contact?.kind === "PHONE" ? contact.value : null,
    phoneVerified: contact?.kind === "PHONE",
    providerSessionId: randomUUID(),
    issuedAt: new Date(),
    clientId: "sideline-client-mobile",
    surface: "CLIENT_MOBILE" satisfies Surface,
    ...rest,
  };
}

/** The fields that a person fills in at either registration. */
export function registrationForm(changes: { timezone?: string } = {}) {
  const names = { displayName: "Ana Silva", locale: "en", timezone: TIMEZONE };
  return { ...names, ...LEGAL_VERSIONS, ...changes };
}

/** A coach, as after registration. */
export async function buildCoach(
  em: SqlEntityManager,
  identity: ClientSignIn = buildIdentity({
    clientId: "sideline-coach-mobile",
    surface: "COACH_MOBILE",
  }),
): Promise<BuiltCoach> {
  const images = findScopeImages();
  if (images === null || !isOrdinary(identity)) return await coachByActs(em, identity);
  const { coachUserId, workspaceId, coachSubject } = images.ids;
  const { issuer, subject } = identity;
  const idOf = await putImage(em, images.coach, {
    now: await clockNow(em.fork()),
    ids: new Map([[coachSubject, subject]]),
    change: (rows) => {
      for (const row of rows["auth_identity"] ?? []) row["issuer"] = issuer;
    },
  });
  return { userId: idOf(coachUserId), workspaceId: idOf(workspaceId), identity };
}

/** Whether a person signs in like the image's coach, apart from subject and issuer. */
function isOrdinary({ provider, tenant, email, subject, emailVerified, phone }: ClientSignIn) {
  const way = provider === "email-password" && tenant === "";
  return way && email === `${subject}@example.com` && emailVerified && phone === null;
}

/** Makes a coach speak German and live in Auckland, whose date is ahead of UTC for half of the day. */
export async function speakGerman(em: SqlEntityManager, { userId }: BuiltCoach): Promise<void> {
  await tables(em)
    .updateTable("coachProfile")
    .set({ locale: "de-AT", timezone: "Pacific/Auckland" })
    .where("userId", "=", userId)
    .execute();
}

/** Registers a coach. */
export async function coachByActs(
  em: SqlEntityManager,
  identity: ClientSignIn,
): Promise<BuiltCoach> {
  const form = { ...registrationForm(), displayName: "Cora Coach" };
  const registration = { ...form, identity, workspaceName: null, origin: ORIGIN };
  const { userId } = await transact(em, (tx) => registerCoach(tx, registration, hooks.workspaces));
  const membership = await em.fork().findOneOrFail(WorkspaceMembership, { userId });
  return { userId, workspaceId: membership.workspaceId, identity };
}

/** Invites a contact, or a new person, into the coach's workspace. */
export async function buildInvitation(
  em: SqlEntityManager,
  coach: BuiltCoach,
  contact: Contact = { kind: "EMAIL", value: `${randomUUID()}@example.com` },
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const { workspaceId, userId: invitedByUserId } = coach;
  const invite = { workspaceId, invitedByUserId, contact, requestId: ORIGIN.requestId };
  const invitation = await transact(em, (tx) =>
    inviteClient(tx, { ...invite, invitationKey: INVITATION_KEY }),
  );
  return { invitation, token: await deriveInvitationToken(INVITATION_KEY, invitation) };
}

/** Options of a relationship. */
interface RelationshipOptions {
  readonly coach?: BuiltCoach;
  readonly timezone?: string;
  /** Registration leaves it in ONBOARDING. */
  readonly status?: RelationshipStatus;
}

/** A coach, and a new client whom they invited and who registered. */
export async function buildRelationship(
  em: SqlEntityManager,
  options: RelationshipOptions = {},
): Promise<BuiltRelationship> {
  const { timezone = TIMEZONE, status = "ACTIVE" } = options;
  const coach = options.coach ?? (await buildCoach(em));
  const images = findScopeImages();
  const formVersionId = images === null ? null : await findAssignedForm(em, coach);
  if (images === null || formVersionId === null)
    return await relationshipByActs(em, { coach, timezone, status });
  const recorded = images.ids;
  const now = await clockNow(em.fork());
  const idOf = await putImage(em, images.relationship, {
    now,
    ids: new Map([
      [recorded.coachUserId, coach.userId],
      [recorded.workspaceId, coach.workspaceId],
      [recorded.formVersionId, formVersionId],
    ]),
    change: async (rows) => {
      for (const row of Object.values(rows).flat())
        if ("timezone" in row) row["timezone"] = timezone;
      await beginNow(rows, { timezone, now });
      if (status === "ACTIVE") activate(rows);
    },
  });
  // The coach's own row is not of this image.
  const { userId } = coach;
  await transact(em, (tx) => raiseCoachOnboarding(tx, { userId, to: "COMPLETED" }));
  const relationshipId = idOf(recorded.relationshipId);
  if (status !== "ONBOARDING" && status !== "ACTIVE")
    await setRelationshipStatus(em, relationshipId, status);
  const client = copiedClient(idOf, recorded);
  return { coach, workspaceId: coach.workspaceId, client, relationshipId };
}

/** The registered client of a copy. */
export function copiedClient(
  idOf: (recorded: string) => string,
  recorded: ScopeImages["ids"],
): BuiltRelationship["client"] {
  const identity = buildIdentity({
    contact: { kind: "EMAIL", value: `${idOf(recorded.clientContact)}@example.com` },
    subject: idOf(recorded.clientSubject),
    providerSessionId: idOf(recorded.clientSession),
  });
  return { userId: idOf(recorded.clientUserId), identity };
}

/** Dates the days of a copied relationship, and its client's reminders, from now on in its zone. */
export async function beginNow(
  rows: Rows,
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): Promise<void> {
  putDay(rows, { timezone, now });
  const zone = { timezone, nextTimezone: null, zoneChangesAt: null };
  const reminders_from = remindersFrom(now, zone);
  const next_reminder_at = nextReminderAt(reminders_from, zone).toISOString();
  const questionnaires = rows["onboarding_task"]?.filter(
    (row) => row["task_type"] === "QUESTIONNAIRE",
  );
  for (const row of questionnaires ?? []) Object.assign(row, { reminders_from, next_reminder_at });
  for (const row of rows["invitation"] ?? [])
    row["token_hash"] = await tokenHashOf(String(row["id"]));
}

/** Applies {@link setRelationshipStatus} to the rows of a relationship in onboarding. */
export function activate(rows: Rows): void {
  for (const row of rows["relationship"] ?? []) row["status"] = "ACTIVE";
  const completed = { status: "COMPLETED", completed_at: new Date().toISOString(), due_at: null };
  const none = { reminder_cadence: null, reminders_from: null, next_reminder_at: null };
  for (const row of rows["onboarding_task"] ?? [])
    if (row["task_type"] === "BASELINE") Object.assign(row, completed, none);
}

/** The first day of a relationship is the present date in its zone. */
function putDay(
  rows: Rows,
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): void {
  const zone = { timezone, nextTimezone: null, zoneChangesAt: null };
  const { calendar } = advanceCalendar(calendarBefore(now, timezone), zone, now);
  const at = calendar.nextDayAt.toISOString();
  const { localDate: local_date } = calendar;
  for (const row of rows["relationship_calendar"] ?? [])
    Object.assign(row, { local_date, next_day_at: at, look_at: at });
  for (const row of rows["agenda_day"] ?? []) Object.assign(row, { local_date });
  const [relationship] = rows["relationship"] ?? [];
  const refs = { relationshipId: relationship?.["id"], localDate: local_date };
  for (const row of rows["outbox"] ?? []) if (row["type"] === "AgendaDayOpened") row["refs"] = refs;
}

/** The default questionnaire that a client of this coach begins with, while the coach has not changed it. */
async function findAssignedForm(
  em: SqlEntityManager,
  { workspaceId, userId }: BuiltCoach,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select version.id from form_definition form
    join form_version version on version.form_id = form.id and version.version = 1
    join coach_workspace workspace on workspace.id = form.workspace_id
    where form.workspace_id = ${workspaceId} and form.is_workspace_default and form.revision = 1
      and workspace.owner_user_id = ${userId} and workspace.status = 'ACTIVE'
  `.execute(em.fork().getKysely());
  return rows[0]?.id ?? null;
}

async function tokenHashOf(invitationId: string): Promise<string> {
  const token = await deriveInvitationToken(INVITATION_KEY, { id: invitationId, generation: 1 });
  return await invitationTokenHash(token);
}

/** Invites a new person, who validates and registers. */
export async function relationshipByActs(
  em: SqlEntityManager,
  { coach, timezone, status }: Required<RelationshipOptions>,
): Promise<BuiltRelationship> {
  const { invitation, token } = await buildInvitation(em, coach);
  const identity = buildIdentity({ contact: invitationTarget(invitation) });
  const opening = { identity, invitationToken: token };
  const validation = await transact(em, (tx) => validateInvitation(tx, opening));
  const form = registrationForm({ timezone });
  const { userId, relationshipId } = await transact(em, (tx) =>
    registerClient(
      tx,
      {
        ...form,
        ...opening,
        validationId: validation.id,
        deviceIdHash: null,
        origin: ORIGIN,
      },
      hooks.relationships,
    ),
  );
  if (status !== "ONBOARDING") await setRelationshipStatus(em, relationshipId, status);
  return { coach, workspaceId: coach.workspaceId, client: { userId, identity }, relationshipId };
}

/** Moves a relationship to a status without its act. */
export async function setRelationshipStatus(
  em: SqlEntityManager,
  relationshipId: string,
  status: RelationshipStatus,
): Promise<void> {
  const endedAt = status === "ENDED" ? new Date() : null;
  const pause = status === "PAUSED" ? ({ pausedAt: new Date(), resumesAs: "ACTIVE" } as const) : {};
  const state = { status, endedAt, pausedAt: null, resumesAs: null, ...pause };
  await em.fork().nativeUpdate(Relationship, { id: relationshipId }, state);
  if (status === "ONBOARDING") return;
  // Its baseline is no longer expected.
  const instances = await em.fork().find(OnboardingInstance, { relationshipId });
  const completed = { status: "COMPLETED", completedAt: new Date(), dueAt: null } as const;
  const none = { reminderCadence: null, remindersFrom: null, nextReminderAt: null };
  const instanceId = { $in: instances.map(({ id }) => id) };
  await em
    .fork()
    .nativeUpdate(OnboardingTask, { instanceId, taskType: "BASELINE" }, { ...completed, ...none });
}

/** Suspends a user without its act. */
export async function suspendUser(em: SqlEntityManager, userId: string): Promise<void> {
  await em.fork().nativeUpdate(User, { id: userId }, { status: "SUSPENDED" });
}
