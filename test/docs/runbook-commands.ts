/** Statements of SQL on a page, in blocks and in code spans. */
export function sqlOf(page: string): readonly string[] {
  const spans = [...proseOf(page).matchAll(/`(select [^`]+)`/g)].map(([, sql = ""]) =>
    oneLine(sql),
  );
  const blocks = blocksOf(page, "sql").flatMap((block) =>
    block
      .replaceAll(/^\s*--.*$/gm, "")
      .split(";")
      .map((sql) => sql.trim())
      .filter((sql) => sql !== ""),
  );
  return [...spans, ...blocks];
}

/** npm commands of a page with all options that it gives them, by their script. */
export function commandsOf(page: string): readonly NamedCommand[] {
  const found = new Map<string, Set<string>>();
  for (const [, script = "", args = ""] of page.matchAll(
    /npm run (?:--silent )?([\w:-]+)((?: -- |\n\s*-- )?[^`\n#]*)/g,
  )) {
    const options = found.get(script) ?? new Set();
    for (const [option] of args.matchAll(/(?<=\s)--[a-z]+(?:-[a-z]+)*/g)) options.add(option);
    found.set(script, options);
  }
  return [...found]
    .map(([script, options]) => ({ script, options: [...options] }))
    .toSorted((one, other) => one.script.localeCompare(other.script));
}

/** A command of package.json with its options. */
export interface NamedCommand {
  readonly script: string;
  readonly options: readonly string[];
}

/** Routes of the API on a page, without their query. */
export function routesOf(page: string): readonly string[] {
  return [...page.matchAll(/`((?:GET|POST|PATCH|PUT|DELETE)\s+\/api\/[^`?]+)(?:\?[^`]*)?`/g)].map(
    ([, route = ""]) => oneLine(route),
  );
}

/** Blocks of shell commands, without the indent of the list they belong to. */
export function shellBlocksOf(page: string): readonly string[] {
  return blocksOf(page, "sh");
}

function blocksOf(page: string, language: string): readonly string[] {
  const blocks = page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, "gm"));
  return [...blocks].map(([, indent = "", text = ""]) =>
    text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

const proseOf = (page: string) => page.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
