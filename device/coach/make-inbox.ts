import { inOrder } from "../in-order.ts";
import type { DevicePartContext } from "../parts/part-context.ts";
import { isSigningOut } from "../session/sign-out.ts";
import { previewAct } from "./acts/preview-act.ts";
import { queueAct } from "./acts/queue-act.ts";
import { makeDays } from "./days/make-days.ts";
import { makeReviewDrafts } from "./drafts/make-review-drafts.ts";
import type { InboxContext } from "./inbox-context.ts";
import { loadClients, loadWorkspaceIds } from "./roster/load-clients.ts";
import { expectedBadge } from "./rows/expected-badge.ts";
import { findPlace } from "./rows/find-place.ts";
import { loadInboxState } from "./rows/inbox-state.ts";
import { loadInbox, presentRow } from "./rows/present-rows.ts";
import { refreshInbox } from "./rows/refresh-inbox.ts";
import { refreshTask } from "./rows/refresh-task.ts";
import type { Inbox, InboxView, InWorkspace } from "./types.ts";

/**
 * The inbox of a coach's app (docs/rooms/device.md#coach-surface).
 *
 * @throws Error on another surface.
 */
export function makeInbox({ running, scopeOf }: DevicePartContext): Inbox {
  const { core, session } = running;
  const enqueue: InboxContext["enqueue"] = async (scopeId, ...action) =>
    await scopeOf(scopeId).queue(...action);
  const context = { core, session, enqueue };
  if (core.surface !== "COACH_MOBILE") throw new Error("Only a coach's app has an inbox");
  const { sql } = core.ports;
  // An older answer never replaces a newer one.
  const oneRead = inOrder();
  const workspaceOf = async (wanted?: InWorkspace) =>
    wanted?.workspaceId ?? (await loadWorkspaceIds(core))[0] ?? null;

  return {
    ...makeReviewDrafts(core),
    ...makeDays(context),
    async workspaces() {
      const [ids, clients] = await Promise.all([loadWorkspaceIds(core), loadClients(core)]);
      const names = new Map(
        clients.map(({ stored }) => [stored.workspaceId, stored.workspaceName]),
      );
      return ids.map((workspaceId) => ({ workspaceId, name: names.get(workspaceId) ?? null }));
    },
    clients: async () => (await loadClients(core)).map(({ client }) => client),
    async list(wanted) {
      const workspaceId = await workspaceOf(wanted);
      if (workspaceId === null || (await isSigningOut(sql))) return null;
      return await view(workspaceId);
    },
    async task({ taskId }) {
      const place = await findPlace(core, taskId);
      if (place === null) return null;
      const inbox = await loadInbox(core, place.workspaceId);
      const known = inbox.rows.find(({ stored }) => stored.taskId === taskId);
      return known === undefined
        ? null
        : { ...presentRow(known, inbox), detail: known.stored.detail };
    },
    refresh: async (wanted) =>
      await oneRead(async () => {
        const workspaceId = await workspaceOf(wanted);
        return workspaceId === null ? "ABSENT" : await refreshInbox(core, session, workspaceId);
      }),
    refreshTask: async (wanted) =>
      await oneRead(async () => await refreshTask(core, session, wanted)),
    preview: async (act) => await previewAct(core, act),
    act: async (act) => await queueAct(context, act),
  };

  async function view(workspaceId: string): Promise<InboxView | null> {
    const [state, inbox] = await Promise.all([
      loadInboxState(sql, workspaceId),
      loadInbox(core, workspaceId),
    ]);
    if (state === null) return null;
    const { counts, readAt, isComplete } = state;
    return {
      workspaceId,
      readAt,
      counts,
      badge: { accepted: counts.badge, expected: expectedBadge(counts.badge, inbox.rows) },
      rows: inbox.rows.map((known) => presentRow(known, inbox)),
      isComplete,
    };
  }
}
