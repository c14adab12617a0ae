import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import * as z from "zod";

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

const file = new URL("../../package-lock.json", import.meta.url);
const { packages } = Lockfile.parse(JSON.parse(readFileSync(file, "utf8")));

/** Where npm would look for a dependency of the package at `path`, nearest first. */
function placesOf(path: string, name: string): string[] {
  const own = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (path === "") return [own];
  const above = path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/")));
  return [own, ...placesOf(above, name)];
}

// `npm ci` refuses a lockfile without them, and an install on one platform may leave the others out.
test("the lockfile names the packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesOf(path, name).some((place) => place in packages),
    ),
  );
  expect(missing).toEqual([]);
});

test("the lockfile names no registry", () => {
  const addresses = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
  expect(addresses).toEqual([]);
});
