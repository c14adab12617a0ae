import * as z from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { housePaths, textOf } from "./house-files.ts";

/** With a longer list or a longer text, a body counts as growing. */
const MOST_ELEMENTS = 20;
const MOST_CHARACTERS = 10_000;

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Whether a value of a schema may contain a long list or a long text. */
export function isGrowing(schema: z.ZodType): boolean {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const isLarge = (
    value: JsonSchema | boolean | undefined,
    around = 1,
    seen: readonly string[] = [],
  ): boolean => {
    if (typeof value !== "object") return false;
    const { $ref, items, maxItems = Infinity, additionalProperties, properties = {} } = value;
    if ($ref !== undefined) {
      const named = $defs[$ref.split("/").at(-1) ?? ""];
      return !seen.includes($ref) && isLarge(named, around, [...seen, $ref]);
    }
    if (value.type === "string") return (value.maxLength ?? 0) >= MOST_CHARACTERS;
    // Only the size of the body limits the members of a record.
    if (typeof additionalProperties === "object") return true;
    const elements = value.type === "array" ? around * maxItems : around;
    const { anyOf = [], oneOf = [], allOf = [] } = value;
    const parts = [items ?? [], Object.values(properties), anyOf, oneOf, allOf].flat();
    return elements > MOST_ELEMENTS || parts.some((part) => isLarge(part, elements, seen));
  };
  return isLarge(root);
}

/** Ordinary body limit; a route that accepts more counts as growing. */
const ORDINARY_BYTES = 64 * 1024;

/**
 * Names of the routes whose cost grows with the request: by their schema, by their body limit, or unknown because the
 * act parses the body.
 */
export function growingRoutes(endpoints: readonly Endpoint[]): readonly string[] {
  return endpoints
    .filter(({ method }) => method !== "GET" && method !== "HEAD" && method !== "OPTIONS")
    .filter((endpoint) => {
      const { kind, body, bodyLimit = 0 } = endpoint;
      const isJudgedByItsAct = kind === "unmanaged" && body === undefined;
      const grows = body !== undefined && isGrowing(body);
      return grows || bodyLimit > ORDINARY_BYTES || isJudgedByItsAct;
    })
    .map(({ name }) => name);
}

/** Patterns that show that one call of a file of activities processes many rows. */
const GROWS = [
  // A slice with a constant for its size.
  /^(?:export )?const (?:\w+_)?(?:SLICE|PAGE|TASKS)(?:_\w+)? = /m,
  // Many relationships under their locks, or many items of which one may fail.
  /\b(?:lockScopes|lockFreeScopes|lockScopesWithin|bisectWork|bisectScan|forEachAlone|deliverByRelationship)\(/,
  // A hook for another room, which changes all of its own rows in the same transaction.
  /: (?:Account|Workspace|Relationship|Session|Assignment|Rebuild)Hook\b/,
  // One transaction per item.
  /\b(?:for|while|do) [({][^\n]*\n(?:[^\n]*\n){0,6}?[^\n]*\btransact\(/,
];

/** Helpers of the other files, which process no rows themselves. */
const TOOLS = new Set([
  "activities/for-each-alone.ts",
  "activities/bisect-work.ts",
  "activities/outbox/deliver-by-relationship.ts",
  "activities/agenda/calendar/bisect-scan.ts",
]);

/** Whether a file of activities, by its text, processes many rows in one call. */
export const handlesMany = (text: string): boolean => GROWS.some((form) => form.test(text));

/** The files of activities that process many rows in one call. */
export function growingActivities(): readonly string[] {
  return [...housePaths]
    .filter((path) => /^activities\/.*\.ts$/.test(path) && !TOOLS.has(path))
    .filter((path) => handlesMany(textOf(path)))
    .map((path) => path.replace("activities/", ""))
    .toSorted();
}
