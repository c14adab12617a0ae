import { expect, test } from "@jest/globals";
import {
  followAssignment,
  followForm,
} from "../../activities/agenda/calendar/follow-assignment.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { buildFormAssignment, buildFormVersion } from "../factories/forms/assigned-forms.ts";
import { buildAssignment, planBodies } from "../factories/plans/plans.ts";
import { admissionDeps, buildDevice, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const admission = admissionDeps(em);

type Client = Awaited<ReturnType<typeof buildAgendaOwner>>;

/**
 * The events that quick-log consumes (docs/architecture.md#finding-your-way), and an operation that becomes possible at
 * once after delivery.
 */
const CONSUMED = [
  {
    type: "MealPlanAssigned",
    give: (client: Client) => buildAssignment(em, client, planBodies.meal),
    operationType: "today.complete",
    status: "COMPLETED",
  },
  {
    type: "CheckInScheduled",
    give: async (client: Client) => {
      const formVersionId = await buildFormVersion(em, client.workspaceId);
      const recurrence = { rrule: "FREQ=DAILY" };
      const body = { kind: "CHECK_IN", title: "How was it?", formVersionId, recurrence };
      return await buildAssignment(em, client, planContentSchema.parse(body));
    },
    operationType: "today.start",
    status: "IN_PROGRESS",
  },
  {
    type: "FormAssigned",
    give: async (client: Client) => (await buildFormAssignment(em, client)).id,
    operationType: "today.start",
    status: "IN_PROGRESS",
  },
] as const;

test.each(CONSUMED)(
  "$type creates the task that accepts $operationType, however often it is delivered",
  async ({ type, give, operationType, status }) => {
    const client = await buildAgendaOwner(em);
    const { relationshipId, clientUserId } = client;
    const subjectId = await give(client);
    const row = { type, subjectId, consumer: "agenda" } as const;
    const { refs } = await em.fork().findOneOrFail(OutboxRow, row);
    for (let delivery = 0; delivery < 2; delivery += 1)
      await transact(em, (tx) =>
        type === "FormAssigned"
          ? followForm(tx, { refs, requestId: "relay" })
          : followAssignment(tx, { assignmentId: subjectId, requestId: "relay" }),
      );
    const tasks = () => em.fork().find(AgendaTask, { relationshipId });
    const [task, ...others] = await tasks();
    expect(others).toEqual([]);
    const phone = { ...client, deviceId: await buildDevice(em, clientUserId) };
    const operation = queued(operationType, { taskId: task?.id, ...CONFIRMED[operationType] });
    const { results } = await submit(admission, phone, [operation]);
    expect(results).toMatchObject([{ status: "ACCEPTED" }]);
    expect(await tasks()).toMatchObject([{ status }]);
  },
);

const CONFIRMED = { "today.complete": { confirmed: true }, "today.start": {} } as const;
