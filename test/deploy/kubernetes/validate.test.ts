import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { pathRung } from "../../../tools/temporal/temporal-binary.ts";
import { describeWithProgram } from "../../harness/describe-with-program.ts";
import { surroundings } from "../../harness/surroundings.ts";
import { buildOverlay, FOLDER, type Manifest, OVERLAYS, parseManifests } from "./build-overlay.ts";
import { findKubernetesPrograms, type KubernetesPrograms } from "./find-kubernetes-programs.ts";

const run = promisify(execFile);
const found = await pathRung(surroundings, "go").find();
const go = { path: "path" in found ? found.path : null, help: "Install Go 1.26 or newer." };

/** The newest version whose schemas the validator contains. */
const KUBERNETES = "1.30";

describeWithProgram("The manifests of Kubernetes", go, (path) => {
  let programs: KubernetesPrograms;
  let folder = "";
  beforeAll(async () => {
    const say = (line: string) => process.stderr.write(`${line}\n`);
    programs = await findKubernetesPrograms(path, { env: surroundings, say });
    folder = mkdtempSync(join(tmpdir(), "sideline-manifests-"));
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const build = async (overlay: string) => {
    const args = ["build", join(FOLDER, "overlays", overlay)];
    return (await run(programs.kustomize, args, { maxBuffer: 10_000_000 })).stdout;
  };
  const validate = async (text: string) => {
    const file = join(folder, "manifests.yaml");
    writeFileSync(file, text);
    const args = ["--version", KUBERNETES, "--local-crds", programs.definitions, file];
    return run(programs.validator, args, { maxBuffer: 10_000_000 }).then(
      ({ stdout }) => ({ ok: true, output: stdout }),
      (error: unknown) => ({ ok: false, output: String(error) }),
    );
  };

  test.each(OVERLAYS)(
    "match the schemas of Kubernetes and of the Prometheus operator in %s",
    async (overlay) => {
      expect(await validate(await build(overlay))).toEqual({
        ok: true,
        output: expect.stringContaining("OK"),
      });
    },
  );

  test.each(OVERLAYS)(
    "are read by the quick tests of %s as kustomize builds them",
    async (overlay) => {
      const built = parseManifests(await build(overlay));
      expect(comparable(buildOverlay(overlay))).toEqual(comparable(built));
    },
  );

  test.each([
    ["a field that a Deployment does not have", "minReadySeconds: 40", "minReadyMinutes: 40"],
    ["a wrong type in a ServiceMonitor", "jobLabel: sideline.app/job", "jobLabel: [a]"],
    ["a ceiling below the floor's type", "maxReplicas: 3", "maxReplicas: three"],
  ])("are refused with %s", async (_fault, right, wrong) => {
    const text = await build("small");
    expect(text).toContain(right);
    expect((await validate(text.replace(right, wrong))).ok).toBe(false);
  });
});

/** The manifests by kind and name, without what only kustomize adds: the namespace, and the hashes in names. */
function comparable(manifests: readonly Manifest[]): Record<string, unknown> {
  const named = manifests.map((manifest) => {
    const { kind, metadata } = manifest;
    return [`${kind} ${withoutHash(metadata.name)}`, normalized(manifest)] as const;
  });
  const byName = Object.fromEntries(named);
  // An object of the same kind and name would hide another.
  expect(Object.keys(byName)).toHaveLength(manifests.length);
  return byName;
}

/** A value with its lists in a fixed order, because kustomize and this reader order some of them differently. */
function normalized(value: unknown): unknown {
  if (typeof value === "string") return withoutHash(value);
  if (Array.isArray(value))
    return value
      .map((one) => [JSON.stringify(normalized(one)), normalized(one)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => key !== "namespace" || one !== "sideline")
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, normalized(one)] as const),
  );
}

const withoutHash = (name: string) =>
  name.replace(/^(sideline-(?:settings|settlement|api|relay|media))-[a-z0-9]{10}$/, "$1");
