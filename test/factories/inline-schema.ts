import * as z from "zod";

/** JSON Schema of one schema with everything written out in its place, named parts included. */
export function inlineSchema(schema: z.ZodType, io: "input" | "output") {
  return z.toJSONSchema(schema, { io, unrepresentable: "any", metadata: z.registry() });
}
