import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";
import { applyOperations, Operations } from "./apply-operations.ts";
import { mergeManifest } from "./merge-manifest.ts";

/**
 * The manifests of an overlay of deploy/kubernetes, as `kustomize build` makes them; only the hashes in the names of
 * ConfigMaps and the namespace are missing. `npm run test:kubernetes` compares both.
 */
export function buildOverlay(overlay: string): readonly Manifest[] {
  return buildFolder(join(FOLDER, "overlays", overlay), []);
}

/** Manifests with a component that no overlay has. */
export function withComponent(name: string, manifests: readonly Manifest[]): readonly Manifest[] {
  return buildFolder(join(FOLDER, "components", name), manifests);
}

/** The folder of the manifests. */
export const FOLDER = fileURLToPath(new URL("../../../deploy/kubernetes/", import.meta.url));

/** The names of the overlays. */
export const OVERLAYS = globSync("*", { cwd: join(FOLDER, "overlays") }).toSorted();

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
});
/** One object of Kubernetes. */
export type Manifest = z.infer<typeof Manifest>;

/** The manifests in a text of YAML. */
export function parseManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document): Manifest => Manifest.parse(document.toJS()));
}

/** The fields of kustomize that deploy/kubernetes uses; others are refused, because this reader would ignore them. */
const Kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(["Kustomization", "Component"]),
  namespace: z.string().optional(),
  nameSuffix: z.string().default(""),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  configMapGenerator: z
    .array(
      z.strictObject({
        name: z.string(),
        behavior: z.literal("merge").optional(),
        envs: z.array(z.string()).default([]),
        literals: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  patches: z
    .array(
      z.strictObject({
        path: z.string(),
        target: z.strictObject({ kind: z.string(), name: z.string() }).optional(),
      }),
    )
    .default([]),
  labels: z
    .array(
      z.strictObject({
        pairs: z.record(z.string(), z.string()),
        includeSelectors: z.literal(true),
      }),
    )
    .default([]),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() }))
    .default([]),
});
type Kustomization = z.infer<typeof Kustomization>;

/** Adds to the given manifests, in the order of kustomize. */
function buildFolder(folder: string, given: readonly Manifest[]): readonly Manifest[] {
  const file = readFileSync(join(folder, "kustomization.yaml"), "utf8");
  const plan = Kustomization.parse(parse(file));
  const resources = plan.resources.flatMap((path) => readResource(join(folder, path)));
  const withComponents = plan.components.reduce<readonly Manifest[]>(
    (manifests, path) => buildFolder(join(folder, path), manifests),
    [...given, ...resources],
  );
  const generated = generate(folder, plan, withComponents);
  const patched = plan.patches.reduce<readonly Manifest[]>(
    (manifests, patch) => applyPatch(folder, patch, manifests),
    generated,
  );
  return patched.map((manifest) => Manifest.parse(transform(plan, manifest)));
}

function readResource(path: string): readonly Manifest[] {
  if (statSync(path).isDirectory()) return buildFolder(path, []);
  return parseManifests(readFileSync(path, "utf8"));
}

/** Creates the ConfigMaps of a folder, or merges its values into those that exist. */
function generate(
  folder: string,
  { configMapGenerator }: Kustomization,
  manifests: readonly Manifest[],
): readonly Manifest[] {
  const [made, merged] = [false, true].map((isMerged) =>
    configMapGenerator
      .filter(({ behavior }) => (behavior === "merge") === isMerged)
      .map(({ name, envs, literals }) => {
        const files = envs.map((path) => readFileSync(join(folder, path), "utf8"));
        const lines = [...files.flatMap((text) => text.split("\n")), ...literals];
        const data = Object.fromEntries(lines.flatMap(assignmentIn));
        return Manifest.parse({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
      }),
  );
  const changed = manifests.map((one) => {
    const change = merged?.find(({ metadata }) => metadata.name === one.metadata.name);
    const isChanged = one.kind === "ConfigMap" && change !== undefined;
    return isChanged ? Manifest.parse(mergeManifest(one, change)) : one;
  });
  return [...changed, ...(made ?? [])];
}

function assignmentIn(line: string): readonly (readonly [string, string])[] {
  const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

function applyPatch(
  folder: string,
  { path, target }: Kustomization["patches"][number],
  manifests: readonly Manifest[],
): readonly Manifest[] {
  const patch: unknown = parse(readFileSync(join(folder, path), "utf8"));
  const operations = Operations.safeParse(patch);
  const { kind, name } = target ?? targetOf(Manifest.parse(patch));
  const isTarget = (one: Manifest) =>
    one.kind === kind && new RegExp(`^(?:${name})$`).test(one.metadata.name);
  if (target === undefined && !manifests.some(isTarget))
    throw new Error(`${folder}/${path} patches nothing.`);
  return manifests.map((one) => {
    if (!isTarget(one)) return one;
    const patched = operations.success
      ? applyOperations(one, operations.data)
      : mergeManifest(one, patch);
    return Manifest.parse(patched);
  });
}

const targetOf = ({ kind, metadata }: Manifest) => ({ kind, name: metadata.name });

/** Applies suffix, labels and images to a value and all within it. */
function transform({ nameSuffix, labels, images }: Kustomization, manifest: Manifest): unknown {
  const added = Object.fromEntries(labels.flatMap(({ pairs }) => Object.entries(pairs)));
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, ""));
    if (typeof value === "string") return key === "image" ? imageOf(value, images) : value;
    if (!isRecord(value)) return value;
    const isLabelled = LABELLED.has(key);
    const inner = Object.entries(value).map(([field, one]) => [field, walk(one, field)] as const);
    const { name } = value;
    const isNamed = NAMED.has(key) && typeof name === "string";
    return {
      ...Object.fromEntries(inner),
      ...(isLabelled && added),
      ...(isNamed && { name: `${name}${nameSuffix}` }),
    };
  };
  return walk(manifest, "");
}

/** Keys whose value is a set of labels. */
const LABELLED: ReadonlySet<string> = new Set(["labels", "matchLabels"]);
/** Keys whose value names an object that gets the suffix. */
const NAMED: ReadonlySet<string> = new Set(["metadata", "scaleTargetRef"]);

function imageOf(image: string, images: Kustomization["images"]): string {
  const found = images.find(({ name }) => name === image);
  return found === undefined ? image : `${found.newName}:${found.newTag}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
