import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs a command in a folder and returns its output. @throws Error with the output of a command that fails. */
export async function execute(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")}\n${out}${err}`);
  return out;
}
