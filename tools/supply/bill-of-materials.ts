import { type LockedPackage, nameOf } from "./lockfile.ts";

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
  /** Optional packages are installed only on some platforms. */
  readonly scope: "required" | "optional";
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
};

/** A development package of which one file is copied into the image (Dockerfile). */
const COPIED: readonly string[] = ["@scalar/api-reference"];

/**
 * The bill of materials of everything that `npm ci --omit=dev` installs, and of copied files. `npm sbom --omit dev`
 * would omit packages that production and development share, zod and pg among them.
 */
export function billOfMaterials(lockfile: ReadonlyMap<string, LockedPackage>): BillOfMaterials {
  const shipped = [...lockfile].filter(
    ([path, one]) => path !== "" && (!one.dev || COPIED.includes(nameOf(path, one))),
  );
  const components = new Map(
    shipped.map(([path, one]) => {
      const component = componentOf(nameOf(path, one), one);
      return [component.purl, component];
    }),
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

function componentOf(fullName: string, one: LockedPackage): BillComponent {
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
