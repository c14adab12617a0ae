import type { components } from "../../api/routes.d.ts";

/** Acts on a member that the owner may do, in the order of the buttons. The API decides again. */
export const memberActs = (
  member: Pick<Member, "userId">,
  { userId, count }: Owner,
): readonly MemberAct[] => [
  ...(count > 1 ? (["HAND_CLIENTS"] as const) : []),
  ...(member.userId === userId ? [] : (["MAKE_OWNER", "REMOVE"] as const)),
];

/**
 * - HAND_CLIENTS: gives clients of the member to another one.
 * - MAKE_OWNER: hands the workspace over.
 * - REMOVE: ends the membership.
 */
export type MemberAct = "HAND_CLIENTS" | "MAKE_OWNER" | "REMOVE";

/** The owner who reads the list. */
interface Owner {
  readonly userId: string;
  /** Number of members, the owner included. */
  readonly count: number;
}

/** The clients of a coach who may be handed over, by name. An ended relationship stays where it was. */
export function clientsOf(
  relationships: readonly Relationship[],
  coachUserId: string,
  language: string,
): readonly Relationship[] {
  return relationships
    .filter((one) => one.coachUserId === coachUserId && one.status !== "ENDED")
    .toSorted((one, other) =>
      one.clientDisplayName.localeCompare(other.clientDisplayName, language),
    );
}

/** Invitations that can still be accepted, or expired without an answer; the newest first. */
export const openInvitations = (
  invitations: readonly MemberInvitation[],
): readonly MemberInvitation[] =>
  invitations
    .filter(({ status }) => status === "ACTIVE" || status === "EXPIRED")
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));

export type Member = components["schemas"]["Member"];
export type MemberInvitation = components["schemas"]["MemberInvitation"];
export type Relationship = components["schemas"]["Relationship"];
