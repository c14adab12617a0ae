import * as z from "zod";
import {
  PAYLOAD_FAULTS,
  type PayloadFault,
  type PayloadFaultKind,
} from "../contract/payload-fault.ts";

/**
 * The first fault that a schema finds in a payload (docs/rooms/sync.md#refused-payloads). The pointer stops before
 * the first undeclared name, so that no name invented by a device enters a receipt or a log.
 */
export function findPayloadFault(
  schema: z.ZodType,
  payload: unknown,
  { issues }: z.core.$ZodError,
): PayloadFault {
  const [first] = issues;
  if (first === undefined) throw new Error("A schema refused without an issue");
  const { issue, path } = closest(first, []);
  const shown = declaredPart(schema, path);
  const isWhole = shown.length === path.length;
  const kind = isWhole ? kindOf(issue, valueAt(payload, path)) : "MALFORMED";
  return { kind, pointer: shown.map((name) => `/${escaped(String(name))}`).join("") };
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The issue of the union branch that comes closest to the value, and its path in the payload. */
function closest(issue: Issue, at: Path): { readonly issue: Issue; readonly path: Path } {
  const path = [...at, ...issue.path];
  if (issue.code !== "invalid_union") return { issue, path };
  const [best] = issue.errors
    .filter(([first]) => first !== undefined && !isOfAnotherType(first))
    .toSorted((one, other) => one.length - other.length);
  const [first] = best ?? [];
  return first === undefined ? { issue, path } : closest(first, path);
}

/** True if this union branch accepts no value of that type at all. */
function isOfAnotherType({ code, path }: Issue): boolean {
  return code === "invalid_type" && path.length === 0;
}

function kindOf(issue: Issue, value: unknown): PayloadFaultKind {
  switch (issue.code) {
    case "unrecognized_keys":
      return "UNKNOWN_FIELD";
    case "too_big":
      return ofSize(issue.origin, { text: "TOO_LONG", list: "TOO_MANY" });
    case "too_small":
      return ofSize(issue.origin, { text: "MISSING", list: "MISSING" });
    case "not_multiple_of":
      return "TOO_PRECISE";
    case "invalid_type":
      if (value === undefined) return "MISSING";
      return issue.expected === "int" && typeof value === "number" ? "TOO_PRECISE" : "WRONG_TYPE";
    case "invalid_value":
      return value === undefined ? "MISSING" : "NO_SUCH_CHOICE";
    case "invalid_union":
      if (value === undefined) return "MISSING";
      return issue.discriminator === undefined ? "WRONG_TYPE" : "NO_SUCH_CHOICE";
    case "custom":
      return PAYLOAD_FAULTS.find((kind) => kind === issue.params?.["payloadFault"]) ?? "MALFORMED";
    default:
      return "MALFORMED";
  }
}

function ofSize(
  origin: string,
  kinds: { readonly text: PayloadFaultKind; readonly list: PayloadFaultKind },
): PayloadFaultKind {
  if (origin === "string") return kinds.text;
  return origin === "array" || origin === "set" || origin === "map" ? kinds.list : "OUT_OF_RANGE";
}

/** The longest prefix of a path that consists of list indexes and of names declared by the schema. */
function declaredPart(schema: z.ZodType, path: Path): Path {
  const names = declaredNames(schema);
  const end = path.findIndex((name) => typeof name !== "number" && !names.has(String(name)));
  return end === -1 ? path : path.slice(0, end);
}

const namesBySchema = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** All field names that a schema declares, at any depth. */
function declaredNames(schema: z.ZodType): ReadonlySet<string> {
  const known = namesBySchema.get(schema);
  if (known !== undefined) return known;
  const names = new Set<string>();
  collectNames(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), names);
  namesBySchema.set(schema, names);
  return names;
}

function collectNames(part: unknown, names: Set<string>): void {
  if (typeof part !== "object" || part === null) return;
  for (const [keyword, value] of Object.entries(part)) {
    if (keyword === "properties") for (const name of namesOf(value)) names.add(name);
    collectNames(value, names);
  }
}

function namesOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function valueAt(payload: unknown, path: Path): unknown {
  let value = payload;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
