import type { Tx } from "../db/platform/transactions/transact.ts";

/**
 * Ids that identify the people a stored answer is about: of an account, a relationship, an invitation, an onboarding
 * or a device. Erasing an account deletes the stored answers with one of its ids
 * (docs/rooms/wire.md#idempotency-keys). The caller's own answers are deleted without being listed.
 */
export type AboutIds = readonly string[];

/** A completed act, from which its endpoint derives whom the answer is about. */
export interface Acted<Params, Body, Answer> {
  readonly tx: Tx;
  readonly params: Params;
  readonly body: Body;
  /** The answer as it is stored. */
  readonly answer: Answer;
}

/** The answer is about its caller alone, or about something that belongs to a workspace. */
export const aboutNobodyElse = (): AboutIds => [];

/** The answer is about the relationship in the path. */
export const aboutRelationship = ({
  params,
}: {
  readonly params: { readonly relationshipId: string };
}): AboutIds => [params.relationshipId];
