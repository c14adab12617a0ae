import { lookAtStill, standStill } from "../../../db/agenda/calendar/still-calendars.ts";
import type { AccountHook } from "../../accounts/account-hook.ts";
import type { WorkspaceHook } from "../../workspaces/workspace-hook.ts";

/** While a workspace is suspended the calendars of its clients stand still; the look lets them go on. */
export const calendarsFollowWorkspace: WorkspaceHook = {
  suspended: (tx, { workspaceId }) => standStill(tx, { workspaceId }),
  reinstated: (tx, { workspaceId, now }) => lookAtStill(tx, { workspaceId }, now),
};

/** While a client is suspended their calendar stands still; the look lets it go on. */
export const calendarFollowsClient: AccountHook = {
  suspended: (tx, { userId: clientUserId }) => standStill(tx, { clientUserId }),
  reinstated: (tx, { userId: clientUserId, now }) => lookAtStill(tx, { clientUserId }, now),
};
