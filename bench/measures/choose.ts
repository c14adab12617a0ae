interface Named {
  readonly name: string;
  readonly about: string;
}

/** The measures with these names, or all of them without names. @throws Error for an unknown name. */
export function chooseMeasures<One extends Named>(
  measures: readonly One[],
  names: readonly string[],
): readonly One[] {
  const unknown = names.filter((name) => measures.every((measure) => measure.name !== name));
  if (unknown.length > 0) throw new Error(`No measure is named ${unknown.join(", ")}; see --help`);
  return names.length === 0 ? measures : measures.filter(({ name }) => names.includes(name));
}

/** A line for each measure, for `--help`. */
export function describeMeasures(measures: readonly Named[]): string {
  return measures.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join("\n");
}
