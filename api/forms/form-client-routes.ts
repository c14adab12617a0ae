import { z } from "zod";
import { formClientPageSchema } from "../../contract/forms/form-client-schema.ts";
import { idSchema, pageQuerySchema } from "../../contract/wire.ts";
import { listFormClients } from "../../db/forms/coach/queries.ts";
import { requireForm } from "../../db/forms/queries.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";
import { taggedAnswer } from "../tagged-answer.ts";
import { presentFormClient } from "./present-assignment.ts";

const readClients = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/forms/{formId}/clients",
  name: "listFormClients",
  summary: "Clients who have a form, each with the newest assignment, the newest client first",
  source: "docs/rooms/forms.md#who-has-a-form",
  access: "workspace-coach",
  params: z.strictObject({ workspaceId: idSchema, formId: idSchema }),
  query: pageQuerySchema,
  answer: formClientPageSchema,
  tagged: true,
  handle: async ({ em, granted, params: { formId }, query, deps, knownTags }) => {
    const form = { workspaceId: granted.workspace.workspaceId, formId };
    await requireForm(em, form);
    const list = { deps, scope: `form-clients:${formId}` };
    const { rows, nextCursor } = await readIdPage(list, query, async (page) => {
      const clients = await listFormClients(em, form, page);
      return clients.map((client) => ({ id: client.relationshipId, client }));
    });
    const answer = { items: rows.map(({ client }) => presentFormClient(client)), nextCursor };
    return taggedAnswer(formClientPageSchema, answer, knownTags);
  },
});

/** Route of the clients of a form. */
export const formClientEndpoints: readonly Endpoint[] = [readClients];
