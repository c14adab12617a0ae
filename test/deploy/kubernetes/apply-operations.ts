import * as z from "zod";

/** Operations of a JSON patch, as far as deploy/kubernetes uses them. */
export const Operations = z.array(
  z.strictObject({ op: z.enum(["add", "test"]), path: z.string(), value: z.json() }),
);

/** Applies them to a copy of a document. Throws if a test among them fails. */
export function applyOperations(
  document: unknown,
  operations: z.infer<typeof Operations>,
): unknown {
  const copy: unknown = structuredClone(document);
  for (const { op, path, value } of operations) {
    const steps = path.split("/").slice(1);
    const place = steps.slice(0, -1).reduce(childOf, copy);
    const last = steps.at(-1) ?? "";
    if (op === "test") {
      if (childOf(place, last) !== value) throw new Error(`The test of ${path} fails.`);
    } else if (Array.isArray(place) && last === "-") {
      place.push(value);
    } else if (typeof place === "object" && place !== null) {
      Object.assign(place, { [last]: value });
    }
  }
  return copy;
}

function childOf(value: unknown, key: string): unknown {
  const child: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  if (child === undefined) throw new Error(`There is no ${key}.`);
  return child;
}
