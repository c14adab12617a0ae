import { describe, expect, test } from "@jest/globals";
import { columnsIn, gridMove } from "../../../web/exercises/grid-moves.ts";
import { pictureAsset } from "../../../web/exercises/picture-asset.ts";
import { resultCount } from "../../../web/exercises/search/result-count.ts";

const size = { count: 8, columns: 3 };

describe("the grid of exercises", () => {
  test.each([
    ["the first key takes the first exercise", null, "DOWN", 0],
    ["an arrow to the right goes on, also over the end of a row", 2, "RIGHT", 3],
    ["an arrow down stays in its column", 1, "DOWN", 4],
    ["an arrow down into a shorter last row takes its last exercise", 5, "DOWN", 7],
    ["an arrow up in the first row stays", 1, "UP", 1],
    ["an arrow down in the last row stays", 6, "DOWN", 6],
    ["an arrow to the left of the first exercise stays", 0, "LEFT", 0],
    ["an arrow to the right of the last exercise stays", 7, "RIGHT", 7],
  ] as const)("%s", (_title, at, move, next) => {
    expect(gridMove(at, move, size)).toBe(next);
  });

  test("a grid has as many columns as fit, and one in the narrowest place", () => {
    expect([40, 374, 700].map(columnsIn)).toEqual([1, 2, 4]);
  });

  test("results are counted by whether they have a video, because that count ignores no other filter", () => {
    const none = { muscleGroup: [], equipment: [], exerciseType: [], difficulty: [] };
    const facets = {
      ...none,
      hasVideo: [
        { key: "true", count: 33 },
        { key: "false", count: 18 },
      ],
    };
    expect([resultCount(facets, false), resultCount(facets, true)]).toEqual([51, 33]);
  });

  test("a picture is asked for by its id at the page's own origin, and a foreign address is none", () => {
    const id = "01a220f1-e39c-73ca-84d9-55a185d997d3";
    const path = `/api/v1/exercise-library/images/${id}/320`;
    expect(pictureAsset(`https://api.example.com${path}`)).toBe(id);
    expect(pictureAsset("https://evil.example.com/picture.webp")).toBeNull();
    expect(pictureAsset(null)).toBeNull();
  });
});
