import { expect, test } from "@jest/globals";
import { billOfMaterials } from "../../tools/supply/bill-of-materials.ts";
import { type LockedPackage, nameOf, readLockfile } from "../../tools/supply/lockfile.ts";
import { readText } from "../deploy/compose.ts";

const lockfile = readLockfile();
const bill = billOfMaterials(lockfile);
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

const COPIED = "@scalar/api-reference";

test("the bill of materials lists what the image copies out of a development package", () => {
  const copied = [...readText("Dockerfile").matchAll(/--from=reference \/app\/(\S+?)\/dist/g)];
  expect(copied.map(([, path = ""]) => path)).toEqual([`node_modules/${COPIED}`]);
  const version = lockfile.get(`node_modules/${COPIED}`)?.version;
  expect(listed.has(`pkg:npm/%40scalar/api-reference@${version}`)).toBe(true);
});

test("the bill of materials lists no other development package", () => {
  const development = [...lockfile].filter(
    ([path, one]) => one.dev && nameOf(path, one) !== COPIED,
  );
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
