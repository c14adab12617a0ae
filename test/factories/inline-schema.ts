import * as z from "zod";

/** The JSON Schema of one schema with every reference replaced by its content. */
export function inlineSchema(schema: z.ZodType, io: "input" | "output") {
  return z.toJSONSchema(schema, { io, unrepresentable: "any", metadata: z.registry() });
}
