import { textOf } from "../../docs/house-files.ts";

/** A test by file and title, and by the name of the case if one test runs several. */
export interface Proof {
  readonly file: string;
  readonly title: string;
  readonly course?: string;
}

/** Why a line has no test. */
export interface Reason {
  readonly reason: string;
}

/** The result of a race between two writers of one key. */
export interface KeyLine {
  readonly keys: readonly string[];
  readonly becomes: string;
  readonly proof: Proof | Reason;
}

/** The source of a CHECK's values: a schema of requests, or the function that computes them. */
export interface CheckLine {
  readonly checks: readonly string[];
  readonly values: Exported;
  readonly proof: Proof | Reason;
}

/** A file of the product and its export. */
export interface Exported {
  readonly file: string;
  readonly name: string;
}

/** Whether the test exists, by its title or by the name of its case. */
export function namedTest({ file, title, course }: Proof): boolean {
  const text = textOf(file);
  const begins = title.split("${")[0] ?? title;
  const titled = ['"', "`"].some((quote) => text.includes(`${quote}${begins}`));
  return titled && (course === undefined || isNamed(course));
}

/** The cases of races are defined in factories. */
const CASES = [
  "agenda/day-races",
  "inbox/inbox-races",
  "quick-log/quick-log-races",
  "sync/races/sync-races",
  "workouts/workout-conflict-races",
  "workouts/workout-races",
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

/** A test by its path without `test/` and `.test.ts`, and by its title. */
export function proofAt(file: string, title: string): Proof {
  return { file: `test/${file}.test.ts`, title };
}

/** One case of a test that runs several. */
export function raceAt(file: string, course: string, title = "%s"): Proof {
  return { ...proofAt(file, title), course };
}

/** A test that calls a function with random arguments and writes its results to the database. */
export function drawn(title: string): Proof {
  return proofAt("db/constraints/drawn-values.pg", title);
}

/** A test that writes every row of random sequences of steps. */
export function drawnCourse(title: string): Proof {
  return proofAt("db/constraints/drawn-courses.pg", title);
}

/** A test that runs random acts, whose statements compute the values. */
export function drawnActs(title: string): Proof {
  return proofAt("db/constraints/drawn-acts.pg", title);
}

/** Two acts that are stopped where they insert a row with this key. */
export function sameKey(key: string): Proof {
  const title = "%s: two simultaneous inserts give one row, or wait for each other";
  return raceAt("db/constraints/same-key.pg", key, title);
}

/** A case of two acts that are certain to meet. */
export function met(
  course: string,
  title = "%s: of two simultaneous acts the second gets the first one's result",
): Proof {
  return raceAt("db/constraints/at-once.pg", course, title);
}

/** A line of CHECKs with names separated by spaces; `from` is a file without `.ts` and its export. */
export function checkLine(
  checks: string,
  from: readonly [file: string, name: string],
  proof: CheckLine["proof"],
): CheckLine {
  const [file, name] = from;
  return { checks: checks.split(" "), values: { file: `${file}.ts`, name }, proof };
}
