/** Prints the usage and exits if `--help` is given; otherwise returns. */
export function showHelp(usage: string): void {
  if (!process.argv.includes("--help")) return;
  process.stdout.write(`${usage.trimEnd()}\n`);
  process.exit(0);
}
