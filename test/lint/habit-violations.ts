import { breaks, type Violation } from "./violation.ts";

/** Laws of the house that the linter's standard rules guard. */
export const habitViolations: readonly Violation[] = [
  breaks("node(no-process-env)")(
    "only workers read the environment",
    "api/sync/environment.ts",
    `export const port = process.env["PORT"];`,
  ),
  breaks("eslint(no-restricted-imports)")(
    "the environment is read in one place",
    "api/sync/environment-module.ts",
    `import { env } from "node:process";\nexport const port = env["PORT"];`,
  ),
  breaks("import(no-default-export)")(
    "exports have names",
    "rules/sync/nameless.ts",
    `export default 1;`,
  ),
  breaks("import(no-cycle)")(
    "files do not import each other in a cycle",
    "rules/sync/circle-one.ts",
    `import { two } from "./circle-two.ts";\nexport const one = (): number => two();`,
  ),
  breaks("import(no-cycle)")(
    "files do not import each other's types in a cycle",
    "rules/sync/type-circle-one.ts",
    `import type { Two } from "./type-circle-two.ts";\nexport interface One {\n  readonly two: Two | null;\n}`,
  ),
  breaks("unicorn(filename-case)")(
    "files are in kebab-case",
    "rules/sync/judgeReplay.ts",
    `export const judge = 1;`,
  ),
  breaks("typescript(no-explicit-any)")(
    "there is no any",
    "rules/sync/anything.ts",
    `export const judge = (operation: any): boolean => operation === 1;`,
  ),
  breaks("typescript(no-unsafe-assignment)")(
    "an any of a package is parsed before use",
    "db/sync/unparsed.ts",
    `export const parse = (text: string): number => {\n  const parsed = JSON.parse(text);\n  return Number(parsed);\n};`,
  ),
  breaks("typescript(consistent-type-assertions)")(
    "there is no as",
    "rules/sync/asserts.ts",
    `export const judge = (value: unknown): string => value as string;`,
  ),
  breaks("typescript(no-non-null-assertion)")(
    "there is no exclamation mark",
    "rules/sync/exclaims.ts",
    `export const first = (list: readonly string[]): string => list[0]!;`,
  ),
  breaks("typescript(no-floating-promises)")(
    "a promise is awaited",
    "activities/sync/floats.ts",
    `const act = async (): Promise<void> => {};\nexport const run = (): void => {\n  act();\n};`,
  ),
  breaks("typescript(no-misused-promises)")(
    "a promise is not a condition",
    "activities/sync/misuses.ts",
    `const open = async (): Promise<boolean> => true;\nexport const run = (): number => (open() ? 1 : 2);`,
  ),
  breaks("typescript(switch-exhaustiveness-check)")(
    "a switch over verdicts is exhaustive",
    "rules/sync/forgets.ts",
    `export function say(verdict: "yes" | "no"): string {\n  switch (verdict) {\n    case "yes":\n      return "Yes";\n  }\n  return "";\n}`,
  ),
  breaks("eslint(max-lines)")(
    "a file over 200 lines is reported",
    "rules/sync/long.ts",
    Array.from({ length: 210 }, (_, index) => `export const line${index} = ${index};`).join("\n"),
  ),
];

/** The other halves of the cycles. */
export const companions: Readonly<Record<string, string>> = {
  "rules/sync/circle-two.ts": `import { one } from "./circle-one.ts";\nexport const two = (): number => one();`,
  "rules/sync/type-circle-two.ts": `import type { One } from "./type-circle-one.ts";\nexport interface Two {\n  readonly one: One | null;\n}\n`,
};
