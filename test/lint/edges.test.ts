import { posix } from "node:path";
import { expect, test } from "@jest/globals";
import { housePaths, textOf } from "../docs/house-files.ts";

const listed = [...textOf("lint/edges.js").matchAll(/^ {2}"(\w+)\/([\w*-]+) -> ([\w-]+)",$/gm)];

const BY_VALUE = /^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)";/gm;

test("Every listed edge between rooms is used", () => {
  expect(listed.length).toBeGreaterThan(20);
  const idle = listed.filter(([, floor = "", room = "", to = ""]) => !isTaken(floor, room, to));
  expect(idle.map(([line]) => line.trim())).toEqual([]);
});

/** Whether a file of the room imports the other room by value, from any floor. */
function isTaken(floor: string, room: string, target: string): boolean {
  const within = room === "*" ? `${floor}/` : `${floor}/${room}/`;
  const files = [...housePaths].filter((path) => path.startsWith(within) && path.endsWith(".ts"));
  return files.some((path) => path.split("/")[1] !== target && reaches(path, target));
}

function reaches(path: string, target: string): boolean {
  return [...textOf(path).matchAll(BY_VALUE)].some(([, named = ""]) => {
    const [floor = "", room, ...rest] = posix.join(posix.dirname(path), named).split("/");
    return room === target && floor !== "rules" && rest.at(-1) !== "queries.ts";
  });
}
