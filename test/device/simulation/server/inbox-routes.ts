import type { HttpAnswer } from "../../../../device/ports/http.ts";
import { isUnresolved } from "../../../../rules/inbox/settle-case.ts";
import { problem } from "../../../factories/device/fake-api.ts";
import { decisiveOf, presentRow, workspaceOf } from "./inbox-rows.ts";
import type { Caller } from "./model-server.ts";
import { success } from "./success.ts";

/** Answers requests of a coach about the account, the clients and the inbox; null for any other request. */
export function answerInbox(
  { server, person }: Caller,
  path: string,
  query: URLSearchParams,
): HttpAnswer | null {
  const workspaceId = workspaceOf(person);
  const clients = server.relationshipsOf(person);
  if (path === "/api/v1/auth/me") return success(server, accountOf(person, workspaceId));
  if (path === `/api/v1/workspaces/${workspaceId}/relationships`) {
    const items = clients.map(({ id, status }) => ({
      relationshipId: id,
      status,
      clientUserId: `client-of-${person}`,
      clientDisplayName: "Client",
      coachUserId: `user-${person}`,
      timezone: "UTC",
      startedAt: "2026-01-01T00:00:00.000Z",
    }));
    return success(server, { items, nextCursor: null });
  }
  const [, rest] = path.split(`/api/v1/workspaces/${workspaceId}/coach-tasks`);
  if (rest === undefined) return null;
  const rows = clients.flatMap((client) =>
    [...client.rows.values()].map((row) => presentRow(client, row)),
  );
  const open = rows.filter(({ status }) => UNRESOLVED.includes(status));
  const cursor = [
    server.epoch,
    ...clients.map(({ id, changes, status }) => `${id}.${changes}.${status}`),
  ].join(" ");
  if (rest === "/changes") {
    const since = query.get("since") ?? "";
    if (since.split(" ")[0] !== String(server.epoch)) return problem({ code: "CURSOR_EXPIRED" });
    const isSame = since === cursor;
    const counts = isSame ? null : countsOf(open);
    return success(server, { reload: !isSame, taskIds: [], removedIds: [], counts, cursor });
  }
  if (rest === "/summary") return success(server, countsOf(open));
  const shown = rest === "" ? open : rows.filter(({ taskId }) => rest === `/${taskId}`);
  server.witness.show(shown.map(decisiveOf));
  if (rest === "") return success(server, { items: open, nextCursor: null, changesCursor: cursor });
  const [row] = shown;
  return row === undefined
    ? problem({ code: "NOT_FOUND" })
    : success(server, { ...row, timeline: [], note: null, occurrences: [], resolutionType: null });
}

const STATUSES = ["OPEN", "IN_PROGRESS", "SNOOZED", "RESOLVED", "DISMISSED", "ARCHIVED"] as const;
const UNRESOLVED: readonly string[] = STATUSES.filter(isUnresolved);

function accountOf(person: string, workspaceId: string) {
  const workspace = { workspaceId, name: "Practice", status: "ACTIVE", role: "OWNER" };
  return {
    user: { userId: `user-${person}`, displayName: "Coach" },
    workspace,
    workspaces: [workspace],
    coachProfile: { timezone: "UTC" },
  };
}

function countsOf(rows: readonly { readonly status: string }[]) {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const open = count("OPEN");
  const inProgress = count("IN_PROGRESS");
  const none = { overdue: 0, dueToday: 0, highSeverity: 0, byType: [], unread: 0 };
  return { ...none, open, inProgress, snoozed: count("SNOOZED"), badge: open + inProgress };
}
