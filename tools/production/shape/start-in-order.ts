import type { OrderedPart, PartName } from "./native-parts.ts";

/** Starts each part as soon as those before it are ready. Throws the first failure. */
export async function startInOrder(
  parts: readonly OrderedPart[],
  start: (name: PartName) => Promise<void>,
): Promise<void> {
  const started = new Map<PartName, Promise<void>>();
  const begin = (name: PartName): Promise<void> => {
    const known = started.get(name);
    if (known !== undefined) return known;
    const { after = [] } = parts.find((one) => one.name === name) ?? {};
    const starting = Promise.all(after.map(begin)).then(() => start(name));
    started.set(name, starting);
    return starting;
  };
  await Promise.all(parts.map(({ name }) => begin(name)));
}

/** The parts in stages from those that no other needs to those that all need; each stage stops after the one before. */
export function stopStages(parts: readonly OrderedPart[]): readonly (readonly PartName[])[] {
  const depths = new Map<PartName, number>();
  const depthOf = (name: PartName): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const users = parts.filter(({ after }) => after.includes(name));
    const depth = Math.max(-1, ...users.map((user) => depthOf(user.name))) + 1;
    depths.set(name, depth);
    return depth;
  };
  const stages: PartName[][] = [];
  for (const { name } of parts) (stages[depthOf(name)] ??= []).push(name);
  return stages;
}
