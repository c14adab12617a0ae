import { createHash } from "node:crypto";
import * as z from "zod";
import { endpoints } from "../../api/endpoints.ts";
import { openApiDocument } from "../../api/openapi/openapi-document.ts";
import { canonicalForm } from "../../contract/canonical-form.ts";
import { ACTOR_ATTRIBUTES, EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { settlingActOf, workflowTypeOf } from "../../rules/outbox/actor-names.ts";
import { actors } from "../../workers/actors.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { SCHEDULES, SCHEDULE_TABLE } from "../../workers/worker/scheduled-workflows.ts";
import { beginActor, carryActor, viewAgenda } from "../../workflows/actor-state.ts";
import { housePaths, textOf } from "../docs/house-files.ts";

/** Names found in the product's registries, by category; each list is sorted and free of duplicates. */
export async function namesInRegistries(): Promise<Readonly<Record<string, readonly string[]>>> {
  return {
    actors: sorted(actors.flatMap(namesOfActor)),
    workflowTypes: sorted(exportedWorkflows()),
    schedules: sorted([
      ...Array.from({ length: SCHEDULE_TABLE }, (_, index) => `table ${index + 1}`),
      ...Object.entries(SCHEDULES).map(([id, { workflow }]) => `${id} starts ${workflow}`),
    ]),
    searchAttributes: sorted(Object.entries(ACTOR_ATTRIBUTES).map((pair) => pair.join(": "))),
    carriedState: sorted(carriedKeys()),
    events: sorted(
      Object.entries(EVENT_CONSUMERS).map(([event, consumers]) =>
        [`${event}:`, ...consumers].join(" "),
      ),
    ),
    vocabularies: sorted(await vocabularyWords()),
    scripts: sorted(Object.keys(packageJson.parse(JSON.parse(textOf("package.json"))).scripts)),
    openApi: sorted(openApiHashes()),
  };
}

const packageJson = z.looseObject({ scripts: z.record(z.string(), z.string()) });

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted();

function namesOfActor({ definition }: (typeof actors)[number]): string[] {
  const { kind, subject, searchAttributes, former } = definition;
  const wakesOn = [...definition.wakesOn, ...(former?.wakesOn ?? [])];
  const dueReasons = [...definition.dueReasons, ...(former?.dueReasons ?? [])];
  return [
    `${kind}/${subject.join("/")}: ${workflowTypeOf(kind)}, ${settlingActOf(kind)}`,
    ...wakesOn.map((event) => `${kind} wakes on ${event}`),
    ...dueReasons.map((reason) => `${kind} waits for ${reason}`),
    ...searchAttributes.map((attribute) => `${kind} shows ${attribute}`),
  ];
}

/** Workflow exports of the bundle, without those of actors, which follow from their kinds. */
function exportedWorkflows(): string[] {
  const found = textOf("workflows/index.ts").matchAll(/^export (?:const (\w+)|\{ (\w+) \})/gm);
  return [...found].map(([, made, passed]) => made ?? passed ?? "");
}

function carriedKeys(): string[] {
  const state = { ...beginActor(undefined, new Date(0)), traces: ["of a recorded request"] };
  return [
    ...Object.keys(carryActor(state, "build")).map((key) => `carried ${key}`),
    ...Object.keys(state).map((key) => `state ${key}`),
    ...Object.keys(viewAgenda(state)).map((key) => `agenda ${key}`),
  ];
}

/** Texts and keys of every vocabulary, by room: codes, states and kinds that are stored and sent. */
async function vocabularyWords(): Promise<string[]> {
  const files = [...housePaths].filter((path) => /^contract\/.*vocabulary\.ts$/.test(path));
  const words = files.map(async (path) => {
    const [, room = ""] = path.split("/");
    const module: unknown = await import(`../../${path}`);
    const values = Object.values(module ?? {});
    return values.flatMap(textsIn).map((text) => `${room} ${text}`);
  });
  return (await Promise.all(words)).flat();
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null || value instanceof RegExp) return [];
  return Object.entries(value).flatMap(([key, of]) => [key, ...textsIn(of)]);
}

/** Prose keywords of the document; their texts may be reworded. */
/** Prose, and the citation of the page that explains a route: pages may move. */
const PROSE = new Set(
  "description summary title example examples x-displayName x-source".split(" "),
);

/** A hash of each operation, schema and operation type of the OpenAPI document, without its prose. */
function openApiHashes(): string[] {
  const document: unknown = openApiDocument({
    endpoints,
    features: operationFeatures,
    publicUrl: "https://api.example.com",
  });
  const { paths, components, "x-operation-types": types } = asRecord(document);
  return [
    ...Object.entries(asRecord(paths)).flatMap(([path, methods]) =>
      Object.entries(asRecord(methods)).map(([method, operation]) =>
        hashed(`${method} ${path}`, operation),
      ),
    ),
    ...Object.entries(asRecord(components)).flatMap(([kind, parts]) =>
      Object.entries(asRecord(parts)).map(([name, part]) => hashed(`${kind} ${name}`, part)),
    ),
    ...(Array.isArray(types) ? types : []).map((type) =>
      hashed(`operation ${String(asRecord(type)["operationType"])}`, type),
    ),
  ];
}

const hashed = (name: string, part: unknown) =>
  `${name} ${createHash("sha256")
    .update(canonicalForm(withoutProse(part)))
    .digest("hex")
    .slice(0, 12)}`;

function withoutProse(part: unknown, names = false): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutProse(one));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part)
      // Below `properties` a key is a field's name, not a keyword.
      .filter(([key]) => names || !PROSE.has(key))
      .map(([key, value]) => [key, withoutProse(value, !names && key === "properties")]),
  );
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw new TypeError("No object of the document");
  return { ...value };
}
