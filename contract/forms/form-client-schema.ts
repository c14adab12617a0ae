import * as z from "zod";
import { idSchema, pageSchema } from "../wire.ts";
import { coachFormAssignmentSchema } from "./assignment-schema.ts";

export const formClientSchema = coachFormAssignmentSchema
  .omit({ formId: true, updatedAt: true, cancelledAt: true })
  .extend({
    client: z.strictObject({ userId: idSchema, displayName: z.string() }),
    timezone: z.string().describe("The zone of the client's days."),
  })
  .meta({
    id: "FormClient",
    description:
      "A client who has a form, with the newest assignment of it that was not withdrawn; never the draft or the answers.",
  });
export type FormClient = z.output<typeof formClientSchema>;

export const formClientPageSchema = pageSchema(formClientSchema);
