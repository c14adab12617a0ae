import {
  scheduleSuspendedCalendars,
  suspendCalendars,
} from "../../../db/agenda/calendar/suspend-calendars.ts";
import type { AccountHook } from "../../accounts/account-hook.ts";
import type { WorkspaceHook } from "../../workspaces/workspace-hook.ts";

/** The calendars of a workspace stop while it is suspended; afterwards the scan resumes them. */
export const calendarsFollowWorkspace: WorkspaceHook = {
  suspended: (tx, { workspaceId }) => suspendCalendars(tx, { workspaceId }),
  reinstated: (tx, { workspaceId, now }) => scheduleSuspendedCalendars(tx, { workspaceId }, now),
};

/** A client's calendar stops while the client is suspended; afterwards the scan resumes it. */
export const calendarFollowsClient: AccountHook = {
  suspended: (tx, { userId: clientUserId }) => suspendCalendars(tx, { clientUserId }),
  reinstated: (tx, { userId: clientUserId, now }) =>
    scheduleSuspendedCalendars(tx, { clientUserId }, now),
};
