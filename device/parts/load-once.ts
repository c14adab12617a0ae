/**
 * Loads each part once, when it is first used.
 *
 * @param context called when a part is loaded.
 */
export function loadOnce<Parts, Context>(
  parts: PartLoaders<Parts, Context>,
  context: () => Context,
): <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]> {
  const loaded: { [Name in keyof Parts]?: Promise<Parts[Name]> } = {};
  return async <Name extends keyof Parts>(name: Name): Promise<Parts[Name]> => {
    const part: Promise<Parts[Name]> = loaded[name] ?? parts[name](context());
    loaded[name] = part;
    return await part;
  };
}

/** Loads parts by name. */
export type PartLoaders<Parts, Context> = {
  readonly [Name in keyof Parts]: (context: Context) => Promise<Parts[Name]>;
};
