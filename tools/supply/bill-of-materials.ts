import { type LockedPackage, nameOf } from "./lockfile.ts";
import type { ScriptManifest } from "./stored-scripts.ts";
import type { TemporalBin } from "./temporal-bin.ts";

/** Bill of materials of the image: CycloneDX 1.6, the same text for the same lockfile. */
export type BillOfMaterials = {
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.6";
  readonly version: 1;
  readonly metadata: {
    readonly component: {
      readonly type: "application";
      readonly name: string;
      readonly version: string;
    };
  };
  readonly components: readonly BillComponent[];
};

/** A shipped package, in the format of CycloneDX 1.6. */
export type BillComponent = {
  readonly type: "library";
  readonly "bom-ref": string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  /** Optional packages are installed only on some platforms; an excluded one is in no image. */
  readonly scope: "required" | "optional" | "excluded";
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
  /** The only files that are used; without them, the whole package is. */
  readonly components?: readonly BillFile[];
};

type BillFile = {
  readonly type: "file";
  readonly name: string;
  readonly hashes: readonly { readonly alg: "SHA-256"; readonly content: string }[];
};

/**
 * Bill of materials of everything that `npm ci --omit=dev` installs, the scripts of our pages, and the Temporal CLI
 * that a first start may download. With `npm sbom --omit dev`, packages that production and development share would be
 * missing, such as zod and pg.
 */
export function billOfMaterials(
  lockfile: ReadonlyMap<string, LockedPackage>,
  scripts: readonly ScriptManifest[],
  temporal: TemporalBin,
): BillOfMaterials {
  const shipped = [...lockfile].filter(([path, { dev }]) => path !== "" && !dev);
  const installed = shipped.map(([path, one]) => componentOf(nameOf(path, one), one));
  const components = new Map(
    [...installed, ...scripts.map(scriptComponentOf), temporalComponentOf(temporal)].map(
      (component) => [component.purl, component],
    ),
  );
  const { name = "", version = "" } = lockfile.get("") ?? {};
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name, version } },
    components: [...components.values()],
  };
}

function scriptComponentOf(script: ScriptManifest): BillComponent {
  const { file, sha256 } = script;
  return {
    ...componentOf(script.package, script),
    components: [{ type: "file", name: file, hashes: [{ alg: "SHA-256", content: sha256 }] }],
  };
}

function temporalComponentOf({
  package: name,
  version,
  license,
  wheels,
}: TemporalBin): BillComponent {
  const purl = `pkg:pypi/${name}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope: "excluded",
    purl,
    licenses: [{ expression: license }],
    components: wheels.map(({ file, sha256 }) => ({
      type: "file",
      name: file,
      hashes: [{ alg: "SHA-256", content: sha256 }],
    })),
  };
}

type Licensed = Pick<LockedPackage, "integrity" | "license" | "version"> & {
  readonly optional?: boolean;
};

function componentOf(fullName: string, one: Licensed): BillComponent {
  const { integrity, license, optional, version } = one;
  const [group, name] = fullName.startsWith("@") ? fullName.split("/") : [undefined, fullName];
  const purl = `pkg:npm/${fullName.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    ...(group !== undefined && { group }),
    name: name ?? "",
    version,
    scope: optional ? "optional" : "required",
    purl,
    ...(integrity !== undefined && { hashes: [{ alg: "SHA-512", content: hexOf(integrity) }] }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  };
}

const hexOf = (integrity: string): string =>
  Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
