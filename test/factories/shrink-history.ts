/** Plays commands; rejects with what they fail with. */
type Player<Command> = (history: readonly Command[]) => Promise<void>;

/** What a history fails with, or null. */
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
 * The commands of a failing history without which it would not fail, and what they fail with: halves are left out, then
 * quarters, down to single commands, as long as it goes on failing. What does not come again is told as it came first.
 *
 * @param label how the history is drawn again.
 * @param fault what it failed with.
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
  const told = latest instanceof Error ? (latest.stack ?? latest.message) : String(latest);
  return new Error(
    `${label}; what is left of it${comesAgain ? "" : ", which did not fail again"}:\n${text}\n${told}`,
    { cause: latest },
  );
}
