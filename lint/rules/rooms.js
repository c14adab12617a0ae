import { edges } from "../edges.js";
import { pluggedInto, schemaFiles } from "../floors.js";
import { eachImport } from "../imports.js";
import { fileName, hasRooms, placeOf, placeOfImport } from "../place.js";

/** Rooms use each other's names, rules, types, named queries and events; anything else has to be a listed edge. */
export const roomsRule = {
  create(context) {
    const from = placeOf(context.filename);
    if (!from?.room || !hasRooms(from.floor)) return {};
    return eachImport(({ node, specifier, typeOnly }) => {
      const to = placeOfImport(context.filename, specifier);
      if (!to?.room || to.room === from.room) return;
      if (isOpen({ from, to, typeOnly }) || hasEdge(from, to.room)) return;
      context.report({
        node,
        message: `${from.floor}/${from.room} must not import from ${to.room} (lint/edges.js).`,
      });
    });
  },
};

function isOpen({ from, to, typeOnly }) {
  switch (to.floor) {
    case "rules":
      return true;
    case "contract":
      return typeOnly || from.floor === "contract" || !schemaFiles.test(fileName(to));
    case "db":
      return typeOnly || fileName(to) === "queries.ts";
    case "activities":
      return typeOnly && from.floor === "activities" && pluggedInto.test(fileName(to));
    default:
      return false;
  }
}

function hasEdge({ floor, room }, target) {
  return [`${floor}/${room} -> ${target}`, `${floor}/* -> ${target}`].some((edge) =>
    edges.includes(edge),
  );
}
