import * as z from "zod";
import { type Json, type Way, openCodes } from "./openapi-schema.ts";

/**
 * Rewrites a JSON Schema that zod made into forms that code generators keep. A nullable value is one type. Each union
 * and each branch has a name. Unions of requests name their discriminator. Answers are open: they get new fields, codes
 * and branches without a new API version.
 */
export function portableSchema(standalone: Json, way: Way): PortableSchema {
  const { $schema: _, $defs, ...root } = standalone;
  const rewriting: Rewriting = { source: asJson($defs), way, parts: {} };
  for (const [name, part] of Object.entries(rewriting.source))
    rewriting.parts[name] = rewrite(asJson(part), { ...rewriting, path: name, isNamed: true });
  return { schema: rewrite(root, { ...rewriting, path: "" }), parts: rewriting.parts };
}

/** A schema, and the named schemas that it refers to. */
interface PortableSchema {
  readonly schema: Json;
  readonly parts: Readonly<Json>;
}

interface Rewriting {
  /** The named schemas as zod made them. */
  readonly source: Readonly<Json>;
  readonly way: Way;
  /** The rewritten named schemas, and those that were anonymous. */
  readonly parts: Json;
}

/** A place in a schema. */
interface Place extends Rewriting {
  /** Name of the named schema around it, and the fields that lead from there; empty outside of named schemas. */
  readonly path: string;
  /** True at the root of a named schema. */
  readonly isNamed?: true;
  /** The field that tells the branches of a union apart; it stays closed, because its values name the branch. */
  readonly tag?: string | null;
}

function rewrite(node: Json, place: Place): Json {
  if (node["$ref"] !== undefined) {
    const { $ref, description } = node;
    return { $ref, ...(description !== undefined && { description }), ...defaultOf(node, place) };
  }
  const union = unionOf(node);
  if (union === null) return rewritePlain(node, place);
  if (union.branches.some(isNull)) return rewriteNullable(node, union, place);
  const { [union.keyword]: _, type: _types, ...rest } = node;
  if (place.isNamed === true || place.path === "")
    return { ...rest, ...rewriteUnion(union, place) };
  return define(
    place,
    { description: "One of the values that this field may have.", ...rest },
    (named) => rewriteUnion(union, named),
  );
}

/** Names a schema after its place. */
function define(place: Place, rest: Json, rewritten: (named: Place) => Json): Json {
  const named = { ...place, isNamed: true } as const;
  place.parts[place.path] = { ...rest, ...rewritten(named) };
  return { $ref: `#/$defs/${place.path}` };
}

function rewritePlain(node: Json, place: Place): Json {
  const { default: _, ...rest } = node;
  const parts = Object.entries(rest).map(([key, value]) => {
    if (key === "properties") return [key, rewriteProperties(asJson(value), place)] as const;
    const isSchema = SCHEMA_KEYWORDS.has(key) && isJson(value);
    const { isNamed: _named, tag: _tag, ...below } = place;
    return [key, isSchema ? rewrite(value, below) : value] as const;
  });
  const rewritten = withPortableType({ ...Object.fromEntries(parts), ...defaultOf(node, place) });
  return place.way === "output" ? openUp(rewritten) : asRange(rewritten);
}

/**
 * Whole numbers to choose from, as a range and a sentence: an enumeration of numbers becomes one of texts in Kotlin.
 */
function asRange(node: Json): Json {
  const { enum: values, description, ...rest } = node;
  const numbers = z.array(z.number()).min(1).safeParse(values);
  if (!numbers.success) return node;
  const sentence = `One of ${numbers.data.join(", ")}.`;
  return {
    ...rest,
    minimum: Math.min(...numbers.data),
    maximum: Math.max(...numbers.data),
    description: typeof description === "string" ? `${description} ${sentence}` : sentence,
  };
}

/** Keywords whose value is one schema. */
const SCHEMA_KEYWORDS = new Set(["items", "additionalProperties"]);

function rewriteProperties(properties: Json, around: Place): Json {
  const { isNamed: _, tag, ...place } = around;
  const entries = Object.entries(properties).map(([field, part]) => {
    if (field === tag) return [field, asJson(part)] as const;
    const path = place.path === "" ? "" : place.path + pascalCase(field);
    return [field, rewrite(asJson(part), { ...place, path })] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The default of a field. An answer has none, a default that its own pattern refuses stands for a computed one, and
 * an empty object has no literal in Kotlin.
 */
function defaultOf({ default: usual, pattern }: Json, { way }: Place): Json {
  if (usual === undefined || way === "output" || isJson(usual)) return {};
  const fits =
    typeof pattern !== "string" || typeof usual !== "string" || new RegExp(pattern).test(usual);
  return fits ? { default: usual } : {};
}

/**
 * A number of whole values is an integer. Without a format, generators make it 32 bits long, or a decimal text. A value
 * that is always null is a text that may be null, because most languages have no type for it.
 */
function withPortableType(node: Json): Json {
  const { type, enum: values, maximum, const: only, ...rest } = node;
  // A generator for Kotlin makes an enumeration of a constant number, and sends its name.
  if (typeof only === "number") return { ...rest, type: "integer", minimum: only, maximum: only };
  if (type === "null") return { description: "Always null.", ...node, type: ["string", "null"] };
  const isWhole = Array.isArray(values) && values.every((value) => Number.isInteger(value));
  if (type === "number" && isWhole) return { ...node, type: "integer" };
  if (type === "number") return { format: "double", ...node };
  const isLong = type === "integer" && !(typeof maximum === "number" && maximum < 2 ** 31);
  return isLong && values === undefined ? { ...node, format: "int64" } : node;
}

/** Apps ignore fields and codes that they do not know. */
function openUp(node: Json): Json {
  const { additionalProperties, enum: codes, description, type, ...rest } = node;
  const isClosed = additionalProperties === false || additionalProperties === undefined;
  const open = isClosed ? rest : { ...rest, additionalProperties };
  if (!Array.isArray(codes))
    return {
      ...(type !== undefined && { type }),
      ...(description !== undefined && { description }),
      ...open,
    };
  return { ...open, ...openCodes(codes, typeof description === "string" ? description : "") };
}

interface Union {
  readonly keyword: "anyOf" | "oneOf";
  readonly branches: readonly Json[];
}

function unionOf({ anyOf, oneOf, type }: Json): Union | null {
  if (Array.isArray(anyOf)) return { keyword: "anyOf", branches: anyOf.map(asJson) };
  if (Array.isArray(oneOf)) return { keyword: "oneOf", branches: oneOf.map(asJson) };
  if (!Array.isArray(type)) return null;
  return { keyword: "anyOf", branches: type.map((one: unknown) => ({ type: one })) };
}

const isNull = ({ type }: Json) => type === "null";

/** Null and another schema: one type that may be null, or a reference that may be. */
function rewriteNullable(node: Json, { keyword, branches }: Union, place: Place): Json {
  const { [keyword]: _, type: _types, default: usual, ...rest } = node;
  const { isNamed: _named, ...below } = place;
  const others = branches.filter((branch) => !isNull(branch));
  const [only = {}] = others;
  const other = rewrite(others.length > 1 ? { [keyword]: others } : only, below);
  const whole = { ...rest, ...defaultOf({ default: usual }, place) };
  const { type, enum: values, const: value, ...more } = other;
  if (typeof type !== "string") return { ...whole, anyOf: [other, { type: "null" }] };
  const known = value === undefined ? values : [value];
  return {
    ...more,
    ...whole,
    type: [type, "null"],
    ...(known !== undefined && { enum: [...list.parse(known), null] }),
  };
}

/**
 * A union in which exactly one branch fits. Generators for Swift and Dart merge the branches of `anyOf`. A union of
 * plain values gets no open branch: it would make all of them untyped.
 */
function rewriteUnion({ branches }: Union, place: Place): Json {
  const tag = tagOf(branches, place);
  const references = branches.map((branch) => rewriteBranch(branch, tag, place));
  if (place.way === "output" && place.path !== "" && tag !== null)
    return { oneOf: [...references, otherBranch(branches, tag, place)] };
  return { oneOf: references, ...discriminatorOf(branches, references, tag, place) };
}

function rewriteBranch(branch: Json, tag: string | null, place: Place): Json {
  const { isNamed: _, ...below } = place;
  const values = tag === null ? null : tagValues(branch, tag, place);
  if (branch["$ref"] !== undefined || values === null || place.path === "")
    return rewrite(branch, { ...below, tag });
  const path = `${place.path}${values.map(pascalCase).join("Or")}`;
  const description = `Branch of ${place.path} whose \`${tag}\` is ${values.join(" or ")}.`;
  return define({ ...place, path }, {}, (named) =>
    rewrite({ description, ...branch }, { ...named, tag }),
  );
}

/**
 * The branch as which an app decodes what it does not know yet. It names only the tag: generators for Kotlin write code
 * that does not compile for an object with declared and other fields.
 */
function otherBranch(branches: readonly Json[], tag: string, place: Place): Json {
  const { path, parts } = place;
  const known = branches.flatMap((branch) => tagValues(branch, tag, place) ?? []);
  parts[`Other${path}`] = {
    type: "object",
    description: `Any value of ${path} that a later version of the service adds.`,
    required: [tag],
    properties: { [tag]: { type: "string", not: { enum: known } } },
  };
  return { $ref: `#/$defs/Other${path}` };
}

/** The field whose values differ in all branches, if the union has one. */
function tagOf(branches: readonly Json[], place: Place): string | null {
  const [first = {}] = branches.map((branch) => resolve(branch, place));
  const fields = Object.keys(asJson(first["properties"]));
  const isTag = (field: string) => {
    const values = branches.map((branch) => tagValues(branch, field, place));
    const all = values.flatMap((one) => one ?? []);
    return values.every((one) => one !== null) && new Set(all).size === all.length;
  };
  return fields.find(isTag) ?? null;
}

/** The texts that a field has in a branch; null if it has others too. */
function tagValues(branch: Json, field: string, place: Place): readonly string[] | null {
  const { const: only, enum: values } = asJson(asJson(resolve(branch, place)["properties"])[field]);
  const texts = z.array(z.string()).safeParse(only === undefined ? values : [only]);
  return texts.data ?? null;
}

/** Names the field by which a generator picks the branch, if each branch requires it. */
function discriminatorOf(
  branches: readonly Json[],
  references: readonly Json[],
  tag: string | null,
  place: Place,
): Json {
  if (tag === null) return {};
  const isRequired = branches.every((branch) =>
    list.catch([]).parse(resolve(branch, place)["required"]).includes(tag),
  );
  if (!isRequired || references.some(({ $ref }) => $ref === undefined)) return {};
  const mapping: Json = {};
  for (const [index, branch] of branches.entries())
    for (const value of tagValues(branch, tag, place) ?? [])
      mapping[value] = references[index]?.["$ref"];
  return { discriminator: { propertyName: tag, mapping } };
}

function resolve(branch: Json, { source }: Place): Json {
  const { $ref: reference } = branch;
  if (typeof reference !== "string") return branch;
  return asJson(source[reference.replace("#/$defs/", "")]);
}

/** `SUBMIT_LATE` and `submit-late` become `SubmitLate`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).map((word) => {
    const rest = word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1);
    return word.slice(0, 1).toUpperCase() + rest;
  });
  return words.join("");
}

const list = z.array(z.unknown());
const json = z.record(z.string(), z.unknown());
const asJson = (value: unknown): Json => json.parse(value ?? {});
const isJson = (value: unknown): value is Json => json.safeParse(value).success;
