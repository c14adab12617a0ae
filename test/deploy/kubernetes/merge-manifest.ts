/** Merges a patch into a manifest as Kubernetes does: objects by key, and lists of named parts by the part's key. */
export function mergeManifest(value: unknown, patch: unknown, list = ""): unknown {
  if (isRecord(value) && isRecord(patch)) {
    const merged = Object.entries(patch).map(
      ([key, one]) => [key, key in value ? mergeManifest(value[key], one, key) : one] as const,
    );
    return { ...value, ...Object.fromEntries(merged) };
  }
  const { [list]: key } = MERGE_KEYS;
  if (!isList(value) || !isList(patch) || key === undefined) return patch;
  const keyOf = (one: unknown) => (isRecord(one) ? one[key] : undefined);
  const changed = value.map((one) => {
    const part = patch.find((other) => keyOf(other) === keyOf(one));
    return part === undefined ? one : mergeManifest(one, part);
  });
  const known = new Set(value.map(keyOf));
  return [...changed, ...patch.filter((one) => !known.has(keyOf(one)))];
}

/** Lists that are merged, with the field that identifies a part; every other list is replaced. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: "name",
  volumes: "name",
  env: "name",
  volumeMounts: "mountPath",
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
