/**
 * Loads each part once, when it is first used. One whose script could not be loaded is loaded again at the next use.
 *
 * @param context called when a part is loaded.
 */
export function loadOnce<Parts, Context>(
  parts: PartLoaders<Parts, Context>,
  context: () => Context,
): <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]> {
  const loaded: { [Name in keyof Parts]?: Promise<Parts[Name]> | undefined } = {};
  return async <Name extends keyof Parts>(name: Name): Promise<Parts[Name]> => {
    const part: Promise<Parts[Name]> = loaded[name] ?? parts[name](context());
    loaded[name] = part;
    part.catch(() => (loaded[name] = undefined));
    return await part;
  };
}

/** Loads parts by name. */
export type PartLoaders<Parts, Context> = {
  readonly [Name in keyof Parts]: (context: Context) => Promise<Parts[Name]>;
};
