import type { PurgeTrigger } from "../../../contract/sync/purge-vocabulary.ts";
import {
  listCoachDevices,
  listWorkspaceDevices,
} from "../../../db/sync/purge/list-relationship-devices.ts";
import { withdrawWorkspaceOrders } from "../../../db/sync/purge/insert-purge-orders.ts";
import type { WorkspaceHook } from "../../workspaces/workspace-hook.ts";
import { orderScopePurges } from "./order-whole-purges.ts";

const SUSPENSION = "WORKSPACE_SUSPENSION" satisfies PurgeTrigger;
const LOST_ACCESS = "PERMISSION_REVOCATION" satisfies PurgeTrigger;

/** Phones delete their data of a suspended workspace; after its reinstatement the open orders are withdrawn. */
export const phonesFollowWorkspace: WorkspaceHook = {
  async suspended(tx, { workspaceId, ...origin }) {
    const devices = await listWorkspaceDevices(tx, workspaceId);
    await orderScopePurges(tx, { devices, trigger: SUSPENSION }, origin);
  },
  async reinstated(tx, { workspaceId, now }) {
    await withdrawWorkspaceOrders(tx, { workspaceId, trigger: SUSPENSION, userId: null, now });
  },
  async memberJoined(tx, { workspaceId, userId, now }) {
    await withdrawWorkspaceOrders(tx, { workspaceId, trigger: LOST_ACCESS, userId, now });
  },
  async memberGone(tx, { workspaceId, userId, now, requestId }) {
    const devices = await listCoachDevices(tx, { workspaceId, userId });
    await orderScopePurges(tx, { devices, trigger: LOST_ACCESS }, { now, requestId });
  },
};
