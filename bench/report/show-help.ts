/** Ends a benchmark that was asked for `--help` with how it is used; anything else goes on. */
export function showHelp(usage: string): void {
  if (!process.argv.includes("--help")) return;
  process.stdout.write(`${usage.trimEnd()}\n`);
  process.exit(0);
}
