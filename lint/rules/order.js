import { rooms } from "../floors.js";
import { eachImport } from "../imports.js";
import { hasRooms, placeOf, placeOfImport } from "../place.js";

/** Rooms of a floor have one order: no two of them need each other, not even for types. */
export const orderRule = {
  create(context) {
    const from = placeOf(context.filename);
    if (!from?.room || !hasRooms(from.floor)) return {};
    return eachImport(({ node, specifier }) => {
      const to = placeOfImport(context.filename, specifier);
      if (!to?.room || to.floor !== from.floor || !isAbove(to.room, from.room)) return;
      context.report({
        node,
        message: `${from.floor}/${from.room} is below ${to.room}: reach it by a hook or an event, or move what it needs further down (lint/floors.js).`,
      });
    });
  },
};

const isAbove = (one, other) => rooms.indexOf(one) > rooms.indexOf(other);
