import { readFileSync } from "node:fs";
import * as z from "zod";

const texts = z.record(z.string(), z.string()).default({});
const LockedPackage = z.object({
  /** Present if the package's name differs from its path. */
  name: z.string().optional(),
  version: z.string(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().default(false),
  optional: z.boolean().default(false),
  /**
   * Only for development. A `devOptional` package is needed for development and optional in production.
   */
  dev: z.boolean().default(false),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dependencies: texts,
  devDependencies: texts,
  optionalDependencies: texts,
});
/** A package as listed in the lockfile. */
export type LockedPackage = z.infer<typeof LockedPackage>;

const Lockfile = z.object({ packages: z.record(z.string(), LockedPackage) });
const file = new URL("../../package-lock.json", import.meta.url);

/** The lockfile's packages by path in the tree; the product itself is at "". */
export function readLockfile(): ReadonlyMap<string, LockedPackage> {
  return new Map(Object.entries(Lockfile.parse(JSON.parse(readFileSync(file, "utf8"))).packages));
}

/** Name of the package at a path of the tree. */
export const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.split("node_modules/").at(-1) ?? "";
