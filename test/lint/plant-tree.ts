import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));
const configuration = [".oxlintrc.json", "tsconfig.json", "package.json", "lint"];

const Report = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string(), message: z.string() })),
});

/** A finding of the linter in one file: codes such as `house(floors)` and their messages. */
export interface Finding {
  readonly code: string;
  readonly filename: string;
  readonly message: string;
}

/** Lints the given files (path to source) in a separate tree with the configuration of this one. */
export function lintTree(files: Readonly<Record<string, string>>): readonly Finding[] {
  const tree = mkdtempSync(path.join(tmpdir(), "sideline-lint-"));
  try {
    for (const name of configuration) {
      cpSync(path.join(root, name), path.join(tree, name), { recursive: true });
    }
    symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
      writeFileSync(path.join(tree, file), source);
    }
    return runLinter(tree, Object.keys(files));
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function runLinter(tree: string, files: readonly string[]): readonly Finding[] {
  const program = path.join(root, "node_modules/oxlint/bin/oxlint");
  const { stdout, stderr } = spawnSync(process.execPath, [program, "--format=json", ...files], {
    cwd: tree,
    encoding: "utf8",
  });
  if (!stdout.startsWith("{")) throw new Error(`The linter did not run: ${stdout}${stderr}`);
  return Report.parse(JSON.parse(stdout)).diagnostics;
}
