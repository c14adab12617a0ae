import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { bundleRules, CLIENT_RULES, deviceCoreBytes } from "./client-rules.js";
import { edges } from "./edges.js";
import { floors, floorsWithRooms, rooms } from "./floors.js";
import { languageFigures } from "./language-figures.js";

const MOST_FILES = 20;
const root = path.join(import.meta.dirname, "..");
const OUTSIDE = new Set(["test", "bench", "web"]);
const housed = Object.keys(floors).filter((floor) => !OUTSIDE.has(floor));
const files = housed.flatMap((floor) => globSync(`${floor}/**/*.{ts,tsx,sql}`, { cwd: root }));
const sources = files.filter((file) => /\.tsx?$/.test(file));
const textOf = (file) => readFileSync(path.join(root, file), "utf8");

/** Every file with the files it imports, including type imports: a cycle of types is a cycle for a reader, too. */
function importsOf() {
  const known = new Set(sources);
  return new Map(
    sources.map((file) => {
      const named = textOf(file).matchAll(/^(?:import|export)\b[^;]*?\bfrom\s+"(\.[^"]+)";/gms);
      const found = [...named].map(([, to = ""]) => path.join(path.dirname(file), to));
      return [file, new Set(found.filter((to) => known.has(to)))];
    }),
  );
}

/** The same for the rooms of one floor. */
function roomsOf(floor, imports) {
  const graph = new Map();
  for (const [file, found] of imports) {
    const from = roomOn(floor, file);
    if (from === null) continue;
    const reached = [...found].flatMap((to) => roomOn(floor, to) ?? []);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...reached]));
  }
  for (const [room, reached] of graph) reached.delete(room);
  return graph;
}

function roomOn(floor, file) {
  const [on, room = ""] = file.split(path.sep);
  return on === floor && rooms.includes(room) ? room : null;
}

/** Strongly connected components, one for each cycle, however many paths it has. */
function cyclesOf(graph) {
  const reach = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const knots = new Map();
  for (const [node, reached] of reach) {
    if (!reached.has(node)) continue;
    const knot = [...reach.keys()].filter(
      (other) => reached.has(other) && reach.get(other).has(node),
    );
    knots.set(knot.join(), knot);
  }
  return [...knots.values()];
}

function reachedFrom(graph, start) {
  const reached = new Set();
  const open = [...(graph.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...(graph.get(node) ?? []));
  }
  return reached;
}

function fullFolders() {
  const byFolder = Map.groupBy(files, (file) => path.dirname(file));
  const full = [...byFolder].filter(
    ([folder, inside]) => inside.length > MOST_FILES && folder !== "db/migrations",
  );
  return full.map(([folder, inside]) => `${folder} ${inside.length}`);
}

/** Every entity by its table, spelled as the typed query builder expects it. */
function entitiesByTable() {
  const found = sources.flatMap((file) => {
    const definition = /defineEntity\(\{\s*name: "(\w+)",(?:\s*tableName: "(\w+)",)?/.exec(
      textOf(file),
    );
    if (definition === null) return [];
    const [, name, table] = definition;
    return [[table === undefined ? lowerFirst(name) : camelCase(table), name]];
  });
  return new Map(found);
}

const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);
const camelCase = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Entities named in a call of the entity manager. */
function managedEntities(entities) {
  const calls =
    /\.(?:find\w*|create|persist|count|upsert\w*|insert\w*|native\w+|getReference|assign)\(\s*([A-Z]\w+)/g;
  return namedBy(calls, () => true).filter((name) => entities.has(name));
}

/** Tables named in a query of the typed builder. A common table expression of the same name is not a table. */
function builtTables() {
  const clauses =
    /\b(?:selectFrom|insertInto|updateTable|deleteFrom|using|from|\w+Join)\(\s*\[?\s*"(\w+)(?: as \w+)?"/g;
  return namedBy(clauses, (name, text) => !text.includes(`.with("${name}"`));
}

function namedBy(calls, counts) {
  return sources.flatMap((file) => {
    const text = textOf(file);
    const names = [...text.matchAll(calls)].map(([, name = ""]) => name);
    return names.filter((name) => counts(name, text));
  });
}

function usedEntities() {
  const byTable = entitiesByTable();
  const managed = managedEntities(new Set(byTable.values()));
  const built = builtTables().flatMap((table) => byTable.get(table) ?? []);
  const used = new Set([...managed, ...built]);
  return { managed: new Set(managed).size, used: used.size, all: byTable.size };
}

function rawTexts() {
  // Not the end of a quoted word, nor of a file name.
  const begun = /(?<![\w`.])sql(?:<|`)/g;
  return sources.reduce((sum, file) => sum + (textOf(file).match(begun)?.length ?? 0), 0);
}

/** Raw statements that are complete. The others are fragments, used in these or in queries of the typed builder. */
function rawStatements() {
  return sources.reduce(
    (sum, file) => sum + (textOf(file).match(/`\s*\.execute\(/g)?.length ?? 0),
    0,
  );
}

const imports = importsOf();
const fileCycles = cyclesOf(imports);
const roomCycles = floorsWithRooms.flatMap((floor) =>
  cyclesOf(roomsOf(floor, imports)).map((knot) => `${floor}: ${knot.join(", ")}`),
);
const full = fullFolders();
const entities = usedEntities();
const clientRules = bundleRules(CLIENT_RULES);
const figures = [
  { what: `folders of more than ${MOST_FILES} files`, count: full.length, which: full },
  {
    what: "cycles of files",
    count: fileCycles.length,
    which: fileCycles.map((knot) => knot.join(", ")),
  },
  { what: "cycles of rooms of one floor", count: roomCycles.length, which: roomCycles },
  { what: "edges between rooms", count: edges.length },
  { what: "entities used through the entity manager", count: entities.managed },
  {
    what: `entities used through it or the typed builder, of ${entities.all}`,
    count: entities.used,
  },
  { what: "raw SQL texts", count: rawTexts() },
  { what: "whole statements among them", count: rawStatements() },
  { what: "gzipped bytes of a client's rules", count: clientRules.bytes },
  {
    what: "methods in them that some releases of Hermes lack",
    count: clientRules.newer.length,
    which: clientRules.newer,
  },
  {
    what: "gzipped bytes of the device library without rules and parts",
    count: await deviceCoreBytes(),
  },
  { what: "bytes of README.md", count: Buffer.byteLength(textOf("README.md")) },
  ...languageFigures(),
];
for (const { what, count, which = [] } of figures) {
  process.stdout.write(`${String(count).padStart(7)}  ${what}\n`);
  for (const one of which) process.stdout.write(`         - ${one}\n`);
}
