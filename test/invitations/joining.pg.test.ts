import { beforeEach, describe, expect, test } from "@jest/globals";
import { inviteMember, memberToken } from "../../activities/invitations/invite-member.ts";
import { joinWorkspace } from "../../activities/invitations/joining/join-workspace.ts";
import { previewMemberInvitation } from "../../activities/invitations/preview-invitation.ts";
import { previewJoining } from "../../activities/invitations/joining/preview-joining.ts";
import { registerMember } from "../../activities/invitations/joining/register-member.ts";
import { JOIN_HANDLE_MINUTES } from "../../contract/invitations/vocabulary.ts";
import { User } from "../../db/accounts/user.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { hooks } from "../../workers/hooks.ts";
import {
  type BuiltCoach,
  buildCoach,
  buildIdentity,
  INVITATION_KEY,
  ORIGIN,
  registrationForm,
} from "../factories/accounts/identity.ts";
import { codeOf } from "../factories/code-of.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 24 });
beforeEach(() => moveClock(ownerUrl, 0));

const requestId = "joining";
const AT_ONCE = 8;
const atOnce = <T>(act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => act(index)));

describe("The handle of an invitation to join", () => {
  test("lets the invited coach join, and gives the same workspace again when it is repeated", async () => {
    const { owner, joiner, joinHandle } = await invited();
    expect(await preview(joiner, joinHandle)).toMatchObject({ workspaceId: owner.workspaceId });
    expect((await join(joiner, joinHandle)).id).toBe(owner.workspaceId);
    await moveClock(ownerUrl, JOIN_HANDLE_MINUTES * 60);
    expect((await join(joiner, joinHandle)).id).toBe(owner.workspaceId);
    expect(await placesIn(owner)).toBe(2);
  });

  test("is good for nothing ten minutes later, in the preview and in joining", async () => {
    const { owner, joiner, joinHandle } = await invited();
    await moveClock(ownerUrl, JOIN_HANDLE_MINUTES * 60);
    expect(await codeOf(preview(joiner, joinHandle))).toBe("VALIDATION_EXPIRED");
    expect(await codeOf(join(joiner, joinHandle))).toBe("VALIDATION_EXPIRED");
    expect(await placesIn(owner)).toBe(1);
  });

  test("is good for its own invitation alone: one of another workspace opens nothing of this one", async () => {
    const { owner, joiner, joinHandle } = await invited();
    const other = await invited(await buildCoach(em), joiner);
    expect((await join(joiner, other.joinHandle)).id).toBe(other.owner.workspaceId);
    expect(await placesIn(owner)).toBe(1);
    const [, ...signed] = other.joinHandle.split(".");
    const moved = [joinHandle.split(".")[0], ...signed].join(".");
    expect(await codeOf(join(joiner, moved))).toBe("NOT_FOUND");
    expect(await codeOf(preview(joiner, moved))).toBe("NOT_FOUND");
    expect(await placesIn(owner)).toBe(1);
  });

  test("shows and gives nothing to a person who does not prove the address, with an account or without", async () => {
    const { owner, joiner, joinHandle } = await invited();
    const other = await buildCoach(em);
    const unproved = { ...joiner, identity: { ...joiner.identity, emailVerified: false } };
    for (const person of [other, unproved]) {
      expect(await codeOf(preview(person, joinHandle))).toBe("INVITATION_CONTACT_MISMATCH");
      expect(await codeOf(join(person, joinHandle))).toBe("INVITATION_CONTACT_MISMATCH");
    }
    const stranger = { identity: newcomer(), userId: null };
    expect(await codeOf(preview(stranger, joinHandle))).toBe("INVITATION_CONTACT_MISMATCH");
    expect(await codeOf(register(stranger.identity, joinHandle))).toBe(
      "INVITATION_CONTACT_MISMATCH",
    );
    expect(await placesIn(owner)).toBe(1);
  });

  test("shows a member that they have a place already, and the person who took it that it is theirs", async () => {
    const { owner, joiner, joinHandle } = await invited();
    const second = await invited(owner, joiner);
    await join(joiner, joinHandle);
    expect(await preview(joiner, joinHandle)).toMatchObject({ status: "CONSUMED" });
    await expect(preview(joiner, second.joinHandle)).rejects.toMatchObject({
      code: "STATE_CONFLICT",
      details: { errors: [{ code: "ALREADY_MEMBER" }] },
    });
  });

  test("that two browsers use at once gives one membership, with handles of their own too", async () => {
    const { owner, joiner, joinHandle, invitationToken } = await invited();
    const own = await handleOf(invitationToken);
    const codes = await atOnce((index) => codeOf(join(joiner, index % 2 ? own : joinHandle)));
    expect(new Set(codes)).toEqual(new Set([null]));
    expect(await placesIn(owner)).toBe(2);
  });

  test("registers a person once if two browsers use it at once, and one of two sign-ins with the address", async () => {
    const owner = await buildCoach(em);
    const identity = newcomer();
    const invitationToken = await inviteTo(owner, identity.email);
    const joinHandle = await handleOf(invitationToken);
    const registered = await atOnce(() => register(identity, joinHandle));
    expect(new Set(registered.map(({ userId }) => userId)).size).toBe(1);
    expect(await placesIn(owner)).toBe(2);
    const { email } = newcomer();
    const shared = await handleOf(await inviteTo(owner, email));
    const codes = await atOnce(() => codeOf(register(newcomer({ email }), shared)));
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([null, "INVITATION_CONSUMED"]));
    expect(await em.fork().count(User, { primaryEmail: email })).toBe(1);
    expect(await placesIn(owner)).toBe(3);
  });
});

/** A coach invited into a workspace, with a handle that was just made. */
async function invited(owner?: BuiltCoach, joiner?: BuiltCoach) {
  const [from, to] = [owner ?? (await buildCoach(em)), joiner ?? (await buildCoach(em))];
  const invitationToken = await inviteTo(from, to.identity.email);
  const joinHandle = await handleOf(invitationToken);
  return { owner: from, joiner: to, invitationToken, joinHandle };
}

async function inviteTo({ workspaceId, userId }: BuiltCoach, email: string | null) {
  const asking = { workspaceId, invitedByUserId: userId, email: email ?? "", requestId };
  const { id } = await transact(em, (tx) =>
    inviteMember(tx, { ...asking, invitationKey: INVITATION_KEY }),
  );
  return await memberToken(INVITATION_KEY, id);
}

async function handleOf(invitationToken: string): Promise<string> {
  const opened = { invitationToken, invitationKey: INVITATION_KEY };
  const { handle } = await previewMemberInvitation(em.fork(), opened);
  return handle.joinHandle;
}

function newcomer(changes: Parameters<typeof buildIdentity>[0] = {}) {
  return buildIdentity({ clientId: "sideline-web", surface: "WEB", ...changes });
}

function preview(
  { identity, userId }: Pick<BuiltCoach, "identity"> & { readonly userId: string | null },
  joinHandle: string,
) {
  const user = userId === null ? null : { userId, roles: ["COACH"] as const };
  const opening = { joinHandle, invitationKey: INVITATION_KEY, identity, user };
  return previewJoining(em.fork(), opening);
}

const proofOf = (joinHandle: string) => ({ joinHandle, invitationKey: INVITATION_KEY });

function join({ userId, identity }: BuiltCoach, joinHandle: string) {
  const joining = { userId, identity, proof: proofOf(joinHandle), requestId };
  return transact(em, (tx) => joinWorkspace(tx, joining, hooks.workspaces));
}

function register(identity: ReturnType<typeof newcomer>, joinHandle: string) {
  const form = { ...registrationForm(), identity, proof: proofOf(joinHandle), origin: ORIGIN };
  return transact(em, (tx) => registerMember(tx, form, hooks.workspaces));
}

const placesIn = ({ workspaceId }: BuiltCoach) =>
  em.fork().count(WorkspaceMembership, { workspaceId, status: "ACTIVE" });
