import * as z from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { housePaths, textOf } from "./house-files.ts";

/** A list of more elements, or a text of more characters, makes a body one that grows. */
const MOST_ELEMENTS = 20;
const MOST_CHARACTERS = 10_000;

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Whether a value of a schema may hold more elements than a short list has, or a long text. */
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
    // A record has as many members as its body has room for.
    if (typeof additionalProperties === "object") return true;
    const elements = value.type === "array" ? around * maxItems : around;
    const { anyOf = [], oneOf = [], allOf = [] } = value;
    const parts = [items ?? [], Object.values(properties), anyOf, oneOf, allOf].flat();
    return elements > MOST_ELEMENTS || parts.some((part) => isLarge(part, elements, seen));
  };
  return isLarge(root);
}

/** A body larger than most have: its route says how large. */
const ORDINARY_BYTES = 64 * 1024;

/** Names of the routes whose cost grows with what is sent: by their schema, by their bytes, or judged by their act. */
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

/** How a file of activities shows that one call of it handles many rows of somebody. */
const GROWS = [
  // A slice, by its length.
  /^(?:export )?const (?:\w+_)?(?:SLICE|PAGE|TASKS)(?:_\w+)? = /m,
  // Many relationships under their locks, and many things of which one may fail.
  /\b(?:lockScopes|lockFreeScopes|lockScopesWithin|bisectWork|bisectScan|forEachAlone)\(/,
  // The hook of another room, which changes all of its own rows in the same transaction.
  /: (?:Account|Workspace|Relationship|Session|Assignment|Rebuild)Hook\b/,
  // A transaction for each.
  /\b(?:for|while|do) [({][^\n]*\n(?:[^\n]*\n){0,6}?[^\n]*\btransact\(/,
];

/** Tools of the other files, which handle no rows themselves. */
const TOOLS = new Set([
  "activities/for-each-alone.ts",
  "activities/bisect-work.ts",
  "activities/agenda/calendar/bisect-scan.ts",
]);

/** Whether the text of a file of activities handles many rows of somebody in one call. */
export const handlesMany = (text: string): boolean => GROWS.some((form) => form.test(text));

/** The files of activities that do. */
export function growingActivities(): readonly string[] {
  return [...housePaths]
    .filter((path) => /^activities\/.*\.ts$/.test(path) && !TOOLS.has(path))
    .filter((path) => handlesMany(textOf(path)))
    .map((path) => path.replace("activities/", ""))
    .toSorted();
}
