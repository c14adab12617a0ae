import {
  listExpiredInvitations,
  storeExpiredInvitations,
} from "../../db/invitations/store-expired-invitations.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import { isIsolating, type Tx } from "../../db/transact.ts";
import type { FaultLog } from "../in-halves.ts";
import { bisectRows } from "../bisect-rows.ts";
import { withSavepointsOnFault } from "../with-savepoints-on-fault.ts";

/**
 * Marks standing invitations of a workspace as expired before more are made. Every reader compares the instant itself, so
 * one that cannot be marked stops nobody who invites (docs/rules.md#house-one-fault).
 */
export async function expireInvitations(
  tx: Tx,
  workspaceId: string,
  log: FaultLog | undefined,
): Promise<void> {
  if (!isIsolating(tx))
    return await withSavepointsOnFault(tx, () => storeExpiredInvitations(tx, workspaceId));
  const expired = await listExpiredInvitations(tx, workspaceId);
  const { failed } = await bisectRows(tx, expired, (some) =>
    storeExpiredInvitations(tx, workspaceId, some),
  );
  for (const { item: invitationId, fault } of failed) {
    const failureClass = faultClassOf(fault);
    log?.error({ invitationId, failureClass, err: fault }, "an invitation was not marked expired");
  }
}
