/** Ends a command that was asked for `--help` with how it is used; anything else goes on. */
export function showHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes("--help") && !args.includes("-h")) return;
  process.stdout.write(`${usage.trimEnd()}\n`);
  process.exit(0);
}
