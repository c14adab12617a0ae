import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { grantSupport } from "../../../../activities/accounts/support/grant-support.ts";
import { memberToken } from "../../../../activities/invitations/invite-member.ts";
import { makeJoinHandle } from "../../../../rules/invitations/join-handle.ts";
import {
  ACCESS_REASON_HEADER,
  SUPPORT_PERMISSIONS,
} from "../../../../contract/accounts/support-vocabulary.ts";
import type { RelationshipStatus } from "../../../../contract/relationships/vocabulary.ts";
import type { Surface, UserStatus } from "../../../../contract/accounts/vocabulary.ts";
import type { WorkspaceStatus } from "../../../../contract/workspaces/vocabulary.ts";
import { AppSession } from "../../../../db/accounts/app-session.ts";
import { CoachWorkspace } from "../../../../db/workspaces/coach-workspace.ts";
import { User } from "../../../../db/accounts/user.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import type { TestApi } from "../../../harness/api.ts";
import { MACHINE_CLAIMS, type TestIssuer } from "../../../harness/test-issuer.ts";
import {
  type BuiltCoach,
  INVITATION_KEY,
  buildCoach,
  buildIdentity,
  setRelationshipStatus,
} from "../../accounts/identity.ts";
import type { MatrixPrincipal, MatrixPrincipals } from "./principal.ts";
import {
  buildFurtherClient,
  buildMember,
  buildMemberInvitation,
  buildPractice,
} from "./practice.ts";
import { MATRIX_PICTURES, storeMatrixPictures } from "./pictures.ts";
import { storeMatrixTaxonomy } from "./taxonomy.ts";
import { storeMatrixMedia } from "./uploads.ts";
import { buildTokenedOrder } from "./purge.ts";
import { buildQuarantined } from "../../sync/quarantined.ts";
import { renewTokens } from "./renew-tokens.ts";
import { newcomer, openActor, staffMember, type World } from "./sign-in.ts";
import { queued } from "../../sync/sync.ts";

type Values = MatrixPrincipal["values"];

/** Every principal of the matrix, and the ids of another practice. */
export interface MatrixWorld {
  readonly actors: MatrixPrincipals;
  readonly foreign: Values;
  /** The principal with tokens that are young enough for every act. */
  readonly renewed: (actor: MatrixPrincipal) => Promise<MatrixPrincipal>;
}

/** Builds every principal: all sign in first, then the events that block some of them happen. */
export async function buildMatrixWorld(api: TestApi, issuer: TestIssuer): Promise<MatrixWorld> {
  const { em } = api.deps.database;
  const elsewhere = await buildPractice(em, issuer);
  const { here, paused } = await buildPracticeWithPause(em, issuer);
  const world = { api, issuer, here };
  const ofCoach = (surface: Surface) => openActor(world, here.coach.identity.subject, { surface });
  const ofClient = (surface: Surface) => openActor(world, here.clientSubject, { surface });
  const client = await ofClient("CLIENT_MOBILE");
  const { token: _token, ...anonymous } = client;
  const foreignClient = await openActor(world, elsewhere.clientSubject, {});
  const {
    sessionId = "",
    deviceId = "",
    pushTokenId = "",
    orderId = "",
    clientBatchId = "",
  } = foreignClient.values;
  const suspendedClient = await closedClient(world, { status: "SUSPENDED" });
  await buildTokenedOrder(em, suspendedClient.values["deviceId"] ?? "");
  const suspended = await buildClosedWorkspace(world, "SUSPENDED");
  const actors = {
    anonymous,
    service: { ...anonymous, token: await issuer.sign({ claims: MACHINE_CLAIMS }) },
    stranger: await newcomer(world),
    foreignCoach: await openCoach(
      world,
      elsewhere.coach,
      await invitedInto(world, elsewhere.coach),
    ),
    foreignClient,
    owner: await ofCoach("COACH_MOBILE"),
    ownerOnWeb: await ofCoach("WEB"),
    ownerOnClientMobile: await ofCoach("CLIENT_MOBILE"),
    secondCoach: await openMember(world, here.member),
    formerMember: await openFormerMember(world),
    coachOfSuspendedWorkspace: suspended.coach,
    coachOfArchivedWorkspace: (await buildClosedWorkspace(world, "ARCHIVED")).coach,
    client,
    clientOnCoachMobile: await ofClient("COACH_MOBILE"),
    clientOnWeb: await ofClient("WEB"),
    clientOfSuspendedWorkspace: suspended.client,
    pausedClient: await openActor({ ...world, here: paused }, paused.clientSubject, {}),
    formerClient: await openFurtherClient(world, "ENDED"),
    suspendedCoach: await closedCoach(world, "SUSPENDED"),
    suspendedClient,
    leavingCoach: await closedCoach(world, "PENDING_DELETION"),
    leavingClient: await closedClient(world, { status: "PENDING_DELETION" }),
    deletedClient: await closedClient(world, { deletedAt: new Date() }),
    signedOutCoach: await signedOut(world, await ofCoach("COACH_MOBILE")),
    signedOutClient: await signedOut(world, await ofClient("CLIENT_MOBILE")),
    ...(await buildStaff(world, {
      suspendedUserId: suspendedClient.values["userId"] ?? "",
      suspendedWorkspaceId: suspended.coach.values["workspaceId"] ?? "",
      ...(await buildQuarantine(world, client)),
    })),
  };
  const pausedRelationshipId = elsewhere.values["relationshipId"] ?? "";
  const own = { sessionId, deviceId, pushTokenId, orderId, clientBatchId };
  await storeMatrixMedia(em, api.deps.media.files);
  await storeMatrixPictures(em);
  await storeMatrixTaxonomy(em);
  const assetId = MATRIX_PICTURES.heldAssetId;
  const foreign = { ...elsewhere.values, ...own, pausedRelationshipId, assetId };
  return { actors, foreign, renewed: renewTokens(issuer) };
}

/** A practice, and the same practice with a second client whose relationship is paused. */
async function buildPracticeWithPause(em: SqlEntityManager, issuer: TestIssuer) {
  const here = await buildPractice(em, issuer);
  const paused = await buildFurtherClient(em, issuer, { ...here, status: "PAUSED" });
  const pausedRelationshipId = paused.values["relationshipId"] ?? "";
  return { paused, here: { ...here, values: { ...here.values, pausedRelationshipId } } };
}

const openCoach = (world: World, { identity }: BuiltCoach, values: Values = {}) =>
  openActor(world, identity.subject, {
    ...(identity.email !== null && { email: identity.email }),
    surface: "COACH_MOBILE",
    values,
  });

const openMember = (world: World, { identity }: BuiltCoach) =>
  openActor(world, identity.subject, {
    ...(identity.email !== null && { email: identity.email }),
    invitedEmail: `${randomUUID()}@example.com`,
    surface: "COACH_MOBILE",
  });

/** The token of an invitation to the workspace, and a handle for it. */
async function invitedInto({ api, here }: World, { identity }: BuiltCoach): Promise<Values> {
  const { id } = await buildMemberInvitation(
    api.deps.database.em,
    here.coach,
    identity.email ?? "",
  );
  const { joinHandle } = await makeJoinHandle(api.deps.keys.invitation, id, new Date());
  return { memberInvitationToken: await memberToken(INVITATION_KEY, id), joinHandle };
}

async function openFormerMember(world: World) {
  const { em } = world.api.deps.database;
  const { workspaceId } = world.here.coach;
  return openCoach(world, await buildMember(em, world.issuer, { workspaceId, status: "ENDED" }));
}

async function openFurtherClient(world: World, status: RelationshipStatus) {
  const { api, issuer, here } = world;
  const further = await buildFurtherClient(api.deps.database.em, issuer, { ...here, status });
  return openActor({ ...world, here: further }, further.clientSubject, {});
}

async function buildClosedWorkspace(world: World, status: WorkspaceStatus) {
  const { em } = world.api.deps.database;
  const here = await buildPractice(em, world.issuer);
  const coach = await openCoach({ ...world, here }, here.coach);
  const client = await openActor({ ...world, here }, here.clientSubject, {});
  const { relationshipId = "" } = here.values;
  if (status === "ARCHIVED") await setRelationshipStatus(em, relationshipId, "ENDED");
  await em.fork().nativeUpdate(CoachWorkspace, { id: here.coach.workspaceId }, { status });
  return { coach, client };
}

async function closedCoach(world: World, status: UserStatus) {
  const { em } = world.api.deps.database;
  const coach = await buildCoach(em, buildIdentity({ issuer: world.issuer.issuer }));
  const actor = await openCoach(world, coach);
  await em.fork().nativeUpdate(User, { id: coach.userId }, { status });
  return actor;
}

async function closedClient(
  world: World,
  closing: { readonly status?: UserStatus; readonly deletedAt?: Date },
) {
  const actor = await openFurtherClient(world, "ACTIVE");
  const { userId: id = "" } = actor.values;
  await world.api.deps.database.em.fork().nativeUpdate(User, { id }, closing);
  return actor;
}

async function signedOut({ api }: World, actor: MatrixPrincipal): Promise<MatrixPrincipal> {
  const { sessionId: id = "" } = actor.values;
  await api.deps.database.em.fork().nativeUpdate(AppSession, { id }, { revokedAt: new Date() });
  return actor;
}

/** A device whose operation is in quarantine: the ids that support uses. */
async function buildQuarantine({ api }: World, client: MatrixPrincipal): Promise<Values> {
  const { relationshipId = "", deviceId = "", userId: clientUserId = "", taskId } = client.values;
  const phone = { relationshipId, deviceId, clientUserId };
  const operation = queued("quick-log.complete-task", { taskId });
  const { em } = api.deps.database;
  return { deviceId, receiptId: await buildQuarantined(em, phone, operation) };
}

async function buildStaff(world: World, others: Values) {
  const subject = randomUUID();
  const { issuer } = world.issuer;
  const granting = { issuer, subject, reason: "matrix", actor: "matrix" };
  const grants = await transact(world.api.deps.database.em, (tx) =>
    Promise.all(
      SUPPORT_PERMISSIONS.map((permission) => grantSupport(tx, { ...granting, permission })),
    ),
  );
  const values = { ...others, grantId: grants[0]?.id ?? "" };
  const because = { headers: { [ACCESS_REASON_HEADER]: "The client asked" }, values };
  const admin = { role: "admin", ...because } as const;
  const support = { role: "support", subject, values } as const;
  return {
    admin: await staffMember(world, admin),
    adminOnPhone: await staffMember(world, { ...admin, surface: "COACH_MOBILE" }),
    support: await staffMember(world, support),
    supportWithReason: await staffMember(world, { ...support, ...because }),
    supportWithoutGrant: await staffMember(world, { ...because, role: "support" }),
  };
}
