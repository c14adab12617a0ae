import { expect, test } from "@jest/globals";
import { type LockedPackage, readLockfile } from "../../tools/supply/lockfile.ts";

const lockfile = readLockfile();
const packages = [...lockfile].filter(([path]) => path !== "");

// `npm ci` refuses a lockfile without them, and an install on one platform may leave the others out.
test("the lockfile names the packages of every platform", () => {
  const missing = [...lockfile].flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesOf(path, name).some((place) => lockfile.has(place)),
    ),
  );
  expect(missing).toEqual([]);
});

test("the lockfile names no registry and no other download address", () => {
  expect(packages.filter(([, { link, resolved }]) => link || resolved !== undefined)).toEqual([]);
});

/** A range, a tag or an npm alias; never a URL, a repository or a folder. */
const isOfRegistry = (range: string) =>
  /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\w\s.^~<>=|*+-]+$/.test(range);

test("every dependency comes from a registry", () => {
  const required = [...lockfile].flatMap(([path, { dependencies, devDependencies, ...more }]) =>
    Object.entries({ ...dependencies, ...devDependencies, ...more.optionalDependencies }).map(
      ([name, range]) => ({ path, name, range }),
    ),
  );
  expect(required.length).toBeGreaterThan(1000);
  expect(required.filter(({ range }) => !isOfRegistry(range))).toEqual([]);
});

test.each([
  "git+ssh://git@github.com/a/b.git",
  "github:a/b",
  "a/b",
  "https://example.com/a.tgz",
  "file:../a",
  "link:../a",
  "workspace:*",
])("%s is not from a registry", (range) => {
  expect(isOfRegistry(range)).toBe(false);
});

/** The registry that made the lockfile served no hashes for these; there may be fewer, never more. */
const MOST_WITHOUT_HASH = 83;

/** The platform of production, and for development packages also that of the tests. */
function isOurPlatform({ cpu, dev, libc, os }: LockedPackage): boolean {
  const cpus = dev ? ["x64"] : ["x64", "arm64"];
  const fits = (wanted: readonly string[] | undefined, ours: readonly string[]) =>
    wanted === undefined || wanted.some((one) => ours.includes(one));
  return fits(os, ["linux"]) && fits(cpu, cpus) && fits(libc, ["glibc"]);
}

test("every package that can be installed on Linux with glibc is checked by SHA-512", () => {
  const unchecked = packages.filter(
    ([, one]) => !/^sha512-[A-Za-z\d+/]{86}==$/.test(one.integrity ?? ""),
  );
  expect(unchecked.filter(([, one]) => !one.optional || isOurPlatform(one))).toEqual([]);
  expect(unchecked.length).toBeLessThanOrEqual(MOST_WITHOUT_HASH);
});

/** Where npm would look for a dependency of the package at `path`, nearest first. */
function placesOf(path: string, name: string): string[] {
  const own = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (path === "") return [own];
  const above = path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/")));
  return [own, ...placesOf(above, name)];
}
