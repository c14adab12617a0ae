import { readFileSync } from "node:fs";
import { developmentFloors, floors, otherFolders, schemaFiles } from "../floors.js";
import { eachImport } from "../imports.js";
import { fileName, hasRooms, isFloor, isOutsideFloors, placeOf, placeOfImport } from "../place.js";

/** A floor imports only what the floors table allows. */
export const floorsRule = {
  create(context) {
    const from = placeOf(context.filename);
    if (!from || isOutsideFloors(from.floor)) return {};
    if (!isFloor(from.floor)) {
      return { Program: (node) => context.report({ node, message: unknownFloor(from) }) };
    }
    const visitImports = eachImport(({ node, specifier, typeOnly }) => {
      const to = placeOfImport(context.filename, specifier);
      const problem = to
        ? problemOfFile({ from, to, typeOnly })
        : problemOfPackage({ from, specifier, typeOnly });
      if (problem) context.report({ node, message: problem });
    });
    return {
      ...visitImports,
      Program(node) {
        if (isUnknownFolder(from)) context.report({ node, message: unknownFolder(from) });
      },
    };
  },
};

const unknownFloor = ({ floor }) => `${floor}/ is not a floor of the house (lint/floors.js).`;
const unknownFolder = ({ floor, folder }) =>
  `${floor}/${folder}/ is not a room of the house (lint/floors.js).`;

function isUnknownFolder({ floor, folder, room }) {
  if (!hasRooms(floor) || folder === null || room !== null) return false;
  return !otherFolders.includes(`${floor}/${folder}`);
}

function problemOfFile({ from, to, typeOnly }) {
  const allowed = floors[from.floor].imports;
  if (allowed === "all") return null;
  const portion = allowed[to.floor];
  if (!portion) return `${from.floor}/ never imports ${to.floor}/.`;
  if (portion === "all" || typeOnly) return null;
  const refusal = refusals[portion](to);
  return refusal ? `${from.floor}/ ${refusal}` : null;
}

/** The message about a forbidden import by value, by which imports are allowed. */
const refusals = {
  types: ({ floor }) => `takes only types from ${floor}/: write \`import type\`.`,
  names: (to) => {
    if (!schemaFiles.test(fileName(to))) return null;
    return `takes no schema from ${to.floor}/ by value, only names and types.`;
  },
  queries: (to) => {
    if (!to.room || fileName(to) === "queries.ts") return null;
    return `reads ${to.floor}/ only through queries.ts.`;
  },
};

const { devDependencies } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

function problemOfPackage({ from, specifier, typeOnly }) {
  if (isOfDevelopment(specifier) && !developmentFloors.includes(from.floor)) {
    return `${from.floor}/ never imports ${specifier}, a development package.`;
  }
  const { packages } = floors[from.floor];
  if (packages === "all" || typeOnly) return null;
  const matches = (pattern) =>
    pattern.endsWith("*")
      ? specifier.startsWith(pattern.slice(0, -1))
      : specifier === pattern || specifier.startsWith(`${pattern}/`);
  const permitted = Array.isArray(packages) ? packages.some(matches) : !packages.not.some(matches);
  return permitted ? null : `${from.floor}/ never imports the package ${specifier}.`;
}

function isOfDevelopment(specifier) {
  return Object.keys(devDependencies).some(
    (name) => specifier === name || specifier.startsWith(`${name}/`),
  );
}
