import { z } from "zod";
import { readAgendaTask } from "../../../activities/sync/support/read-agenda-task.ts";
import { supportAgendaTaskSchema } from "../../../contract/sync/support/agenda-schema.ts";
import { idSchema } from "../../../contract/wire.ts";
import { act, type Endpoint } from "../../endpoint.ts";
import { operatorOf } from "./operator-of.ts";

const agendaTask = act({
  method: "GET",
  path: "/api/v1/support/agenda-tasks/{taskId}",
  name: "readSupportAgendaTask",
  summary: "A daily task as stored, with its history; needs a reason, audited",
  source: "docs/rooms/wire.md#support-access",
  access: "support",
  permission: "agenda.read",
  needsReason: true,
  params: z.strictObject({ taskId: idSchema }),
  answer: supportAgendaTaskSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, params, ...input }) => {
    const task = await readAgendaTask(tx, { ...params, operator: operatorOf(input) });
    const { items, history, receipts } = task;
    return {
      ...task,
      snapshot: { ...task.snapshot },
      items: [...items],
      history: [...history],
      receipts: [...receipts],
    };
  },
});

/** Support routes for daily tasks. */
export const supportAgendaEndpoints: readonly Endpoint[] = [agendaTask];
