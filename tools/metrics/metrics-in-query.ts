/** Names of the series that a PromQL expression selects. */
export function metricsInQuery(query: string): readonly string[] {
  const bare = query
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, "")
    .replaceAll(/\{[^}]*\}/g, " ")
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, " ");
  const names = [...bare.matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*(?!\s*\()(?![\w:])/g)];
  return [...new Set(names.map(([name]) => name))].filter((name) => !WORDS.has(name));
}

/** Words of the language that are not followed by a bracket. */
const WORDS = new Set([
  ..."and or unless bool offset by without on ignoring group_left group_right".split(" "),
  ..."sum min max avg count topk bottomk quantile stddev".split(" "),
  ..."Inf NaN inf nan".split(" "),
]);
