import path from "node:path";
import { fileURLToPath } from "node:url";
import { floors, floorsWithRooms, outsideFloors, rooms } from "./floors.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Location of a file: its floor, its room (null for a shared file) and the file name. */
export function placeOf(filename) {
  const inHouse = path.relative(root, filename).split(path.sep).join("/");
  const [floor, folder, ...rest] = inHouse.split("/");
  if (folder === undefined || floor === "..") return null;
  const room = rest.length > 0 && rooms.includes(folder) ? folder : null;
  return { floor, folder: rest.length > 0 ? folder : null, room, path: inHouse };
}

/** Location of a relative import, or null for a package. */
export function placeOfImport(importer, specifier) {
  if (!specifier.startsWith(".")) return null;
  return placeOf(path.resolve(path.dirname(importer), specifier));
}

export function isFloor(name) {
  return Object.hasOwn(floors, name);
}

export function isOutsideFloors(name) {
  return outsideFloors.includes(name);
}

export function hasRooms(floor) {
  return floorsWithRooms.includes(floor);
}

export function fileName(place) {
  return path.basename(place.path);
}
