import { relative } from "node:path";
import { campaignSeed } from "./campaign.ts";

/** The part of a run's result that is read here. */
interface RunResult {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testExecError?: unknown;
    readonly testResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A reporter that prints for each failed test the command that repeats it alone, with its seed. */
export default function RepeatFailures() {
  return { onRunComplete: (_contexts: unknown, result: RunResult) => printCommands(result) };
}

function printCommands(result: RunResult): void {
  const commands = commandsOf(result, process.env);
  if (commands.length === 0) return;
  const title = `The seed is ${campaignSeed()}. Each failed test alone:`;
  process.stderr.write(`\n${[title, ...commands].join("\n")}\n`);
}

/** One command for each failed test, or for a file that failed before its tests ran. */
export function commandsOf({ testResults }: RunResult, env: NodeJS.ProcessEnv): readonly string[] {
  const settings = Object.entries({ ...env, SIDELINE_SEED: String(campaignSeed()) })
    .filter(([name]) => name.startsWith("SIDELINE_") && name !== "SIDELINE_TEST_CONTEXT")
    .map(([name, value]) => `${name}=${quoted(value)} `)
    .join("");
  return testResults.flatMap(({ testFilePath, testExecError, testResults: tests }) => {
    const file = `${settings}npm test -- --testPathPatterns ${relative(process.cwd(), testFilePath)}`;
    const failed = tests.filter(({ status }) => status === "failed");
    if (failed.length === 0) return hasFailed(testExecError) ? [file] : [];
    return failed.map(({ fullName }) => `${file} -t ${quoted(literal(fullName))}`);
  });
}

const hasFailed = (error: unknown) => error !== undefined && error !== null;

/** Jest parses the name as a regular expression. */
const literal = (name: string) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const quoted = (text: string) =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
