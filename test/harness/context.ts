import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";

/** Addresses of the parts that the global setup started; a part that no selected file needs is absent. */
const TestContext = z.strictObject({
  postgres: z
    .strictObject({
      superuserUrl: z.string(),
      ownerUrl: z.string(),
      appUrl: z.string(),
      template: z.string(),
    })
    .optional(),
  /** The file with the recorded rows of built people. */
  scopeImages: z.string().optional(),
  temporal: z.strictObject({ address: z.string(), namespace: z.string() }).optional(),
  provider: z.strictObject({ issuer: z.string() }).optional(),
  timeSkippingServer: z.string().optional(),
  keycloak: z.strictObject({ java: z.string(), distribution: z.string() }).optional(),
});
export type TestContext = z.infer<typeof TestContext>;

const VARIABLE = "SIDELINE_TEST_CONTEXT";

/** Writes the context for the test files; called in the process that starts the parts. */
export function writeTestContext(file: string, context: TestContext): void {
  writeFileSync(file, JSON.stringify(context), { mode: 0o600 });
  process.env[VARIABLE] = file;
}

/** Reads one part of the context, if it was started. */
export function findTestPart<K extends keyof TestContext>(name: K): TestContext[K] {
  const file = process.env[VARIABLE];
  const context: TestContext =
    file === undefined ? {} : TestContext.parse(JSON.parse(readFileSync(file, "utf8")));
  return context[name];
}

/** Reads one part of the context. Throws when the suffix of the test file does not ask for it. */
export function getTestPart<K extends keyof TestContext>(name: K): NonNullable<TestContext[K]> {
  const part = findTestPart(name);
  if (part === undefined || part === null) {
    throw new Error(`${name} was not started: the suffix of the test file decides what runs.`);
  }
  return part;
}

/** A new folder that is removed with the test run. */
export function newTestFolder(name: string): string {
  const file = process.env[VARIABLE];
  if (file === undefined) throw new Error("No run of the tests has begun");
  return mkdtempSync(join(dirname(file), `${name}-`));
}
