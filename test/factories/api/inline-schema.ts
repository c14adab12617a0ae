import * as z from "zod";

/** The JSON Schema of one schema with every reference replaced by its content. */
export function inlineSchema(schema: z.ZodType, io: "input" | "output") {
  const known = written[io].get(schema) ?? writeOut(schema, io);
  written[io].set(schema, known);
  return known;
}

// A schema never changes, and writing one out takes as long as sending a request.
const written = {
  input: new WeakMap<z.ZodType, ReturnType<typeof writeOut>>(),
  output: new WeakMap<z.ZodType, ReturnType<typeof writeOut>>(),
};

const writeOut = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", metadata: z.registry() });
