import { describe } from "@jest/globals";

/** Declares tests that need a program. On a machine without it they count as skipped, and the run says why. */
export function describeWithProgram(
  name: string,
  { path, help }: { readonly path: string | null; readonly help: string },
  declare: (path: string) => void,
): void {
  if (path === null) process.stderr.write(`\n!!!!  NOT RUN: ${name}. ${help}  !!!!\n`);
  const describeOrSkip = path === null ? describe.skip : describe;
  describeOrSkip(name, () => declare(path ?? ""));
}
