import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";

/** The publication from which a client was excepted (docs/rooms/plans.md#exceptions). */
export const planExceptionSchema = z
  .strictObject({
    revision: z.int().describe("The revision that was published without this client."),
    byUserId: idSchema,
    at: instantSchema,
  })
  .meta({
    id: "PlanException",
    description:
      "The publication from which a coach excepted a client. They keep the revision in force until a coach lets them follow again.",
  });
