import { type Cost, COSTS } from "./costs.ts";

/** All costs as a list in Markdown: one item for each source, then the assumptions. */
export function costList(): string {
  const costs = Object.values<Cost>(COSTS);
  const bySource = Map.groupBy(costs, titleOf);
  return [...bySource]
    .map(([title, of]) => wrap(`- ${title}. ${of.map(sentenceOf).join(" ")}`))
    .join("\n");
}

function titleOf({ origin, source }: Cost): string {
  if (source === null) return "**Assumed, never measured**";
  return origin === "MEASURED" ? `\`npm run ${source}\`` : `\`${source}\``;
}

const sentenceOf = ({ meaning, value, unit }: Cost) =>
  `${meaning}: ${value.toLocaleString("en", { maximumFractionDigits: 2 })} ${unit}.`;

const WIDTH = 120;

/** Breaks an item into lines; those behind the first are indented. */
function wrap(item: string): string {
  const lines = [""];
  for (const word of item.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length > WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}
