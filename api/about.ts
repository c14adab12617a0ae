import type { Tx } from "../db/transact.ts";

/**
 * Ids that lead to the people a stored answer is about: of an account, a relationship, an invitation, an onboarding
 * or a device. The erasure of an account takes the answers that name one of its ids
 * (docs/rooms/wire.md#idempotency-keys); its caller's own go without being named.
 */
export type AboutIds = readonly string[];

/** An act that was done, as its endpoint says whom the answer is about. */
export interface Acted<Params, Body, Answer> {
  readonly tx: Tx;
  readonly params: Params;
  readonly body: Body;
  /** The answer as it is stored. */
  readonly answer: Answer;
}

/** The answer is about its caller alone, or about what a workspace has. */
export const aboutNobodyElse = (): AboutIds => [];

/** The answer is about the relationship in the path. */
export const aboutRelationship = ({
  params,
}: {
  readonly params: { readonly relationshipId: string };
}): AboutIds => [params.relationshipId];
