import { type LockedPackage, nameOf } from "./lockfile.ts";

/** A package that is shipped, in the words of CycloneDX 1.6. */
export type BillComponent = {
  readonly type: "library";
  readonly "bom-ref": string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  /** Optional ones are installed on some platforms only. */
  readonly scope: "required" | "optional";
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
};

/** What the image is made of: CycloneDX 1.6, the same text for the same lockfile. */
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

/** Of development, but a file of it is copied into the image (Dockerfile). */
const COPIED: readonly string[] = ["@scalar/api-reference"];

/**
 * The bill of materials of what `npm ci --omit=dev` installs, and of what is copied besides. `npm sbom --omit dev` leaves out what
 * production and development share, zod and pg among it.
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
