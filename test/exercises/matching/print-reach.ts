import { parseArgs } from "node:util";
import { spokenNames } from "./labelled.ts";
import { type Reach, reachOf } from "./reach-of.ts";

const { values } = parseArgs({
  options: { help: { type: "boolean" }, tune: { type: "boolean" } },
});
if (values.help === true) {
  say("Prints how far the matching of pictures reaches with names as people write them.");
  say("--tune also lists what fails in the half that rules may be tuned with.");
} else {
  for (const split of ["tune", "judge"]) {
    const reach = reachOf(spokenNames.filter((pair) => pair.split === split));
    say(lineOf(split, reach));
    if (split === "tune" && values.tune === true) printFailures(reach);
  }
}

function lineOf(split: string, reach: Reach): string {
  const share = (count: number) => `${((100 * count) / reach.pictured).toFixed(1)} %`;
  return [
    `${split}: ${reach.names} names, ${reach.pictured} with a picture`,
    `matched by itself ${share(reach.alone)}`,
    `wrong ${reach.wrong.length}`,
    `right among ten ${share(reach.amongTen)}`,
    `left to a reviewer ${share(reach.asked)}`,
  ].join(", ");
}

function printFailures({ wrong, notAmongTen, notAlone }: Reach): void {
  for (const [title, lines] of Object.entries({ wrong, notAmongTen, notAlone }))
    say(`\n${title}\n${lines.join("\n")}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
