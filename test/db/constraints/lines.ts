import { textOf } from "../../docs/house-files.ts";

/** A test by its file and title, and by the name of the case where a test of each plays several. */
export interface Proof {
  readonly file: string;
  readonly title: string;
  readonly course?: string;
}

/** Why a line has no test. */
export interface Reason {
  readonly reason: string;
}

/** What a race of two for the same key becomes. */
export interface KeyLine {
  readonly keys: readonly string[];
  readonly becomes: string;
  readonly proof: Proof | Reason;
}

/** Whose values a CHECK takes: a schema of requests, or the function that computes them. */
export interface CheckLine {
  readonly checks: readonly string[];
  readonly values: Exported;
  readonly proof: Proof | Reason;
}

/** A file of the product, and what it exports. */
export interface Exported {
  readonly file: string;
  readonly name: string;
}

/** Whether the test is there: by its title, or by the name of the case among those it plays. */
export function namedTest({ file, title, course }: Proof): boolean {
  const text = textOf(file);
  const begins = title.split("${")[0] ?? title;
  const titled = ['"', "`"].some((quote) => text.includes(`${quote}${begins}`));
  return titled && (course === undefined || isNamed(course));
}

/** The cases of races stand beside those who play them. */
const CASES = [
  "day-races",
  "inbox-races",
  "quick-log-races",
  "sync-races",
  "workout-conflict-races",
  "workout-races",
];

function isNamed(course: string): boolean {
  const files = [
    ...CASES.map((name) => `test/factories/${name}.ts`),
    "test/db/constraints/at-once.pg.test.ts",
    "test/db/constraints/same-key.pg.test.ts",
    "test/db/opposite-orders.pg.test.ts",
  ];
  const begins = new RegExp(`^  (?:async )?"?${course}"?(?:: |\\(\\) \\{)`, "m");
  return files.some((file) => begins.test(textOf(file)));
}

/** Whether the product exports what a line names. */
export function isExported({ file, name }: Exported): boolean {
  return new RegExp(`export (?:async )?(?:function|const|class|interface|type) ${name}\\b`).test(
    textOf(file),
  );
}

/** A test by the path of its file without `test/` and `.test.ts`, and by its title. */
export function proofAt(file: string, title: string): Proof {
  return { file: `test/${file}.test.ts`, title };
}

/** One of the cases that a test of each plays. */
export function raceAt(file: string, course: string, title = "%s"): Proof {
  return { ...proofAt(file, title), course };
}

/** A test that draws what a function takes and writes what it makes of it. */
export function drawn(title: string): Proof {
  return proofAt("db/constraints/drawn-values.pg", title);
}

/** A test that draws courses of steps and writes every row they pass. */
export function drawnCourse(title: string): Proof {
  return proofAt("db/constraints/drawn-courses.pg", title);
}

/** A test that draws acts and does them: statements compute the values. */
export function drawnActs(title: string): Proof {
  return proofAt("db/constraints/drawn-acts.pg", title);
}

/** Two acts that are stopped where they insert what has this key. */
export function sameKey(key: string): Proof {
  const title = "%s: two at once come to one row, or one after the other";
  return raceAt("db/constraints/same-key.pg", key, title);
}

/** A case of two that meet for certain. */
export function met(
  course: string,
  title = "%s: of two at once the second comes to the same",
): Proof {
  return raceAt("db/constraints/at-once.pg", course, title);
}

/** A line of CHECKs, their names apart by spaces; `from` is a file without `.ts`, and what it exports. */
export function checkLine(
  checks: string,
  from: readonly [file: string, name: string],
  proof: CheckLine["proof"],
): CheckLine {
  const [file, name] = from;
  return { checks: checks.split(" "), values: { file: `${file}.ts`, name }, proof };
}
