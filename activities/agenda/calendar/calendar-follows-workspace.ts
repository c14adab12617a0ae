import {
  scheduleSuspendedCalendars,
  suspendCalendars,
} from "../../../db/agenda/calendar/suspend-calendars.ts";
import type { AccountHook } from "../../accounts/account-hook.ts";
import type { WorkspaceHook } from "../../workspaces/workspace-hook.ts";

/** While a workspace is suspended the calendars of its clients stand still; the look lets them go on. */
export const calendarsFollowWorkspace: WorkspaceHook = {
  suspended: (tx, { workspaceId }) => suspendCalendars(tx, { workspaceId }),
  reinstated: (tx, { workspaceId, now }) => scheduleSuspendedCalendars(tx, { workspaceId }, now),
};

/** While a client is suspended their calendar stands still; the look lets it go on. */
export const calendarFollowsClient: AccountHook = {
  suspended: (tx, { userId: clientUserId }) => suspendCalendars(tx, { clientUserId }),
  reinstated: (tx, { userId: clientUserId, now }) =>
    scheduleSuspendedCalendars(tx, { clientUserId }, now),
};
