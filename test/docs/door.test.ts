import { describe, expect, test } from "@jest/globals";
import { textOf } from "./house-files.ts";

const TWENTY = Array.from({ length: 20 }, (_, place) => String(place + 1));

const [said = "", missing = ""] = textOf("docs/door.md").split("## Not there yet");

/** The finding's number, and the file and title of its test. */
const proved = [...said.matchAll(/^\| (\d+) +\| .+? +\| `(test\/\S+)` +\| (.+?) +\|$/gm)].map(
  ([, finding = "", file = "", title = ""]) => ({ finding, file, title }),
);
const open = [...missing.matchAll(/^\| (\d+) +\| .+ \|$/gm)].map(([, finding = ""]) => finding);

describe("Each of the twenty findings at the door", () => {
  test("is proved, said to be missing, or proved in part and both", () => {
    const numbers = new Set([...proved.map(({ finding }) => finding), ...open]);
    expect([...numbers].toSorted((one, other) => Number(one) - Number(other))).toEqual(TWENTY);
  });

  test("that is proved has a test with its number in the title", () => {
    const invented = proved.filter(
      ({ finding, file, title }) =>
        !title.startsWith(`finding ${finding}: `) || !textOf(file).includes(`"${title}"`),
    );
    expect(invented).toEqual([]);
  });

  test("stands in a row that is read, whichever it is", () => {
    const written = `${said}${missing}`
      .split("\n")
      .filter((line) => line.startsWith("| ") && !/^\| (?:finding|---)/.test(line));
    expect(written).toHaveLength(proved.length + open.length);
  });
});
