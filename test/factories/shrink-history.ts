/** Plays commands; rejects with their failure. */
type Player<Command> = (history: readonly Command[]) => Promise<void>;

/** The failure of a history, or null. */
export async function faultOf<Command>(
  play: Player<Command>,
  history: readonly Command[],
): Promise<unknown> {
  return await play(history).then(
    () => null,
    (fault: unknown) => fault,
  );
}

/**
 * The commands that a failing history needs to fail, and the failure. Leaves out halves, then quarters, down to
 * single commands, while it keeps failing. A failure that does not repeat is reported unshrunk.
 *
 * @param label the seed and size with which to draw the history again.
 * @param fault the original failure.
 */
export async function shrinkHistory<Command>(
  label: string,
  history: readonly Command[],
  fault: unknown,
  play: Player<Command>,
): Promise<Error> {
  let [left, latest] = [history, fault];
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = left.length - size; from > -size; from -= size) {
      const rest = [...left.slice(0, Math.max(0, from)), ...left.slice(from + size)];
      const found = rest.length < left.length ? await faultOf(play, rest) : null;
      if (found !== null) [left, latest] = [rest, found];
    }
  }
  const comesAgain = (await faultOf(play, left)) !== null;
  const text = left.map((command) => JSON.stringify(command)).join("\n");
  const reason = latest instanceof Error ? (latest.stack ?? latest.message) : String(latest);
  return new Error(
    `${label}; what is left of it${comesAgain ? "" : ", which did not fail again"}:\n${text}\n${reason}`,
    { cause: latest },
  );
}
