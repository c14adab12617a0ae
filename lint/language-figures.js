import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { puzzlingSentence } from "./comment-sentences.js";
import { privateWords } from "./retired-words.js";

const root = path.join(import.meta.dirname, "..");
const textOf = (file) => readFileSync(path.join(root, file), "utf8");
const FLOORS = ["contract", "rules", "db", "activities", "workflows", "api", "workers"];

/** Files that are named after their kind, not after one export (docs/architecture.md#finding-your-way). */
const KIND_NAMES =
  /(?:^|-)(?:index|types|queries|schema|vocabulary|workflow|endpoints|routes|texts|shape|present)\.ts$/;

/** Figures about names, comments, pages and tests, each as `{ what, count, which? }`. */
export function languageFigures() {
  const sources = FLOORS.flatMap((floor) => globSync(`${floor}/**/*.ts`, { cwd: root })).map(parse);
  const tests = globSync("test/**/*.test.ts", { cwd: root });
  const named = sources.filter(
    ({ file, isProgram }) => !isProgram && !KIND_NAMES.test(path.basename(file)),
  );
  const lines = named.flatMap(({ main }) => main ?? []);
  const without = named.filter(({ main }) => main === null);
  const activities = without.filter(({ file }) => file.startsWith("activities/"));
  const allOfActivities = named.filter(({ file }) => file.startsWith("activities/"));
  const comments = sources.flatMap((source) => source.comments);
  return [
    { what: "bytes of docs/", count: sum(pages().map((page) => Buffer.byteLength(textOf(page)))) },
    { what: "line of the export a file is named after, median", count: median(lines) },
    { what: "percent of files without such an export", count: share(without, named) },
    {
      what: "percent of the files of activities/ without one",
      count: share(activities, allOfActivities),
    },
    { what: `comments, of which the next break a rule`, count: comments.length },
    {
      what: "comments with a forbidden opening or a long sentence",
      count: comments.filter((one) => puzzlingSentence(one) !== null).length,
    },
    { what: "declared names with a private word", count: sum(sources.map(({ names }) => names)) },
    { what: "percent of test lines before the first describe", count: beforeDescribe(tests) },
    { what: "openings of a database of its own in tests", count: openings(tests) },
  ];
}

const pages = () => globSync("docs/**/*.md", { cwd: root });
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const share = (some, all) => Math.round((100 * some.length) / all.length);

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

function parse(file) {
  const text = textOf(file);
  const { program, comments } = parseSync(file, text);
  return {
    file,
    // A program that is started exports nothing.
    isProgram: !program.body.some(({ type }) => type.startsWith("Export")),
    main: mainExportLine(file, text, program),
    names: countPrivate(text),
    comments: comments.map(({ value }) => value),
  };
}

/**
 * Line of the export that the file is named after, e.g. `registerCoach` of register-coach.ts; null without one. An
 * entity class is not counted, because it is built from its schema above it.
 */
function mainExportLine(file, text, program) {
  const wanted = bare(path.basename(file, ".ts"));
  const found = program.body.find(
    ({ type, declaration }) =>
      type === "ExportNamedDeclaration" &&
      namesOf(declaration).some((name) => [wanted, `${wanted}of`].includes(bare(name))),
  );
  if (found === undefined) return null;
  if (found.declaration.superClass) return [];
  return text.slice(0, found.start).split("\n").length;
}

const bare = (name) => name.replaceAll(/[-_]/g, "").toLowerCase();

function namesOf(declaration) {
  if (declaration === null) return [];
  const declared = declaration.declarations ?? [declaration];
  return declared.flatMap(({ id }) => (id?.type === "Identifier" ? [id.name] : []));
}

function countPrivate(text) {
  const declared = text.matchAll(/\b(?:const|let|function|interface|type|class) (\w+)/g);
  return [...declared].filter(([, name]) => privateWords.some((word) => word.test(name))).length;
}

function beforeDescribe(tests) {
  const counted = tests.map((file) => {
    const lines = textOf(file).split("\n");
    const first = lines.findIndex((line) => /^(?:describe|test)\b/.test(line));
    return { before: Math.max(first, 0), all: lines.length };
  });
  const before = sum(counted.map((file) => file.before));
  return Math.round((100 * before) / sum(counted.map((file) => file.all)));
}

function openings(tests) {
  return sum(
    tests.map(
      (file) => [...textOf(file).matchAll(/\b(?:useOwnDatabase|openTestDatabase)\(/g)].length,
    ),
  );
}
