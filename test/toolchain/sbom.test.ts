import { expect, test } from "@jest/globals";
import { billOfMaterials } from "../../tools/supply/bill-of-materials.ts";
import { type LockedPackage, nameOf, readLockfile } from "../../tools/supply/lockfile.ts";
import { readStoredScripts } from "../../tools/supply/stored-scripts.ts";
import { readTemporalBin } from "../../tools/supply/temporal-bin.ts";
import { housePaths, textOf } from "../docs/house-files.ts";

const lockfile = readLockfile();
const scripts = readStoredScripts();
const temporal = readTemporalBin();
const bill = billOfMaterials(lockfile, scripts, temporal);
const listed = new Map(bill.components.map((component) => [component.purl, component]));

test("a package is listed with scope, version, license and the hash of the lockfile", () => {
  const hash = Buffer.alloc(64, 7);
  const integrity = `sha512-${hash.toString("base64")}`;
  const { components, metadata } = billOfMaterials(
    new Map([
      ["", locked({ name: "house" })],
      ["node_modules/@a/b", locked({ integrity, license: "MIT" })],
      ["node_modules/c/node_modules/alias", locked({ name: "d", optional: true })],
      ["node_modules/e", locked({ dev: true })],
    ]),
    [{ package: "f", version: "4.5.6", license: "MIT", integrity, file: "g.js", sha256: "abc" }],
    {
      package: "h",
      version: "7.8.9",
      license: "MIT",
      wheels: [{ file: "h.whl", sha256: "def", programSha256: "0" }],
    },
  );
  expect(metadata.component).toEqual({ type: "application", name: "house", version: "1.2.3" });
  expect(components).toEqual([
    {
      type: "library",
      "bom-ref": "pkg:npm/%40a/b@1.2.3",
      group: "@a",
      name: "b",
      version: "1.2.3",
      scope: "required",
      purl: "pkg:npm/%40a/b@1.2.3",
      hashes: [{ alg: "SHA-512", content: hash.toString("hex") }],
      licenses: [{ expression: "MIT" }],
    },
    {
      type: "library",
      "bom-ref": "pkg:npm/d@1.2.3",
      name: "d",
      version: "1.2.3",
      scope: "optional",
      purl: "pkg:npm/d@1.2.3",
    },
    {
      type: "library",
      "bom-ref": "pkg:npm/f@4.5.6",
      name: "f",
      version: "4.5.6",
      scope: "required",
      purl: "pkg:npm/f@4.5.6",
      hashes: [{ alg: "SHA-512", content: hash.toString("hex") }],
      licenses: [{ expression: "MIT" }],
      components: [{ type: "file", name: "g.js", hashes: [{ alg: "SHA-256", content: "abc" }] }],
    },
    {
      type: "library",
      "bom-ref": "pkg:pypi/h@7.8.9",
      name: "h",
      version: "7.8.9",
      scope: "excluded",
      purl: "pkg:pypi/h@7.8.9",
      licenses: [{ expression: "MIT" }],
      components: [{ type: "file", name: "h.whl", hashes: [{ alg: "SHA-256", content: "def" }] }],
    },
  ]);
});

// `npm sbom --omit dev` leaves these out, because development needs them too.
test.each(["zod", "pg", "jose", "@temporalio/client", "express", "protobufjs"])(
  "the bill of materials of the image lists %s with its hash",
  (name) => {
    const version = lockfile.get(`node_modules/${name}`)?.version ?? "";
    const component = listed.get(`pkg:npm/${name.replace("@", "%40")}@${version}`);
    expect(component?.hashes?.[0]?.content).toMatch(/^[\da-f]{128}$/);
  },
);

test.each(scripts)("the bill of materials names the file of $package and its version", (script) => {
  const component = listed.get(`pkg:npm/${script.package.replace("@", "%40")}@${script.version}`);
  expect(component?.components).toEqual([
    { type: "file", name: script.file, hashes: [{ alg: "SHA-256", content: script.sha256 }] },
  ]);
});

test("no image and no command of production knows the Temporal CLI from PyPI", () => {
  const known = [...housePaths].filter((path) =>
    /^(?:Dockerfile|docker-compose|(?:deploy|workers|api|activities|config)\/.*\.\w+$)/.test(path),
  );
  expect(known.filter((path) => textOf(path).includes(temporal.package))).toEqual([]);
  expect(listed.get(`pkg:pypi/${temporal.package}@${temporal.version}`)?.scope).toBe("excluded");
});

test("the bill of materials lists no development package", () => {
  const development = [...lockfile].filter(([, { dev }]) => dev);
  const shipped = new Set([...lockfile].filter(([, { dev }]) => !dev).map(purlOf));
  expect(development.map(purlOf).filter((purl) => listed.has(purl) && !shipped.has(purl))).toEqual(
    [],
  );
  expect(listed.has(`pkg:npm/jest@${lockfile.get("node_modules/jest")?.version}`)).toBe(false);
});

function purlOf([path, one]: readonly [string, LockedPackage]): string {
  return `pkg:npm/${nameOf(path, one).replace("@", "%40")}@${one.version}`;
}

function locked(change: Partial<LockedPackage>): LockedPackage {
  return {
    version: "1.2.3",
    link: false,
    optional: false,
    dev: false,
    dependencies: {},
    devDependencies: {},
    optionalDependencies: {},
    ...change,
  };
}
