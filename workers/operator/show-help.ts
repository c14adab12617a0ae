/** If a command was called with `--help`, prints its usage and exits; otherwise does nothing. */
export function showHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes("--help") && !args.includes("-h")) return;
  process.stdout.write(`${usage.trimEnd()}\n`);
  process.exit(0);
}
