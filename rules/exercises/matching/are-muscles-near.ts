/** The muscle groups that each muscle or group name may mean; its own group first. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  abdominals: ["core"],
  core: ["core"],
  abductors: ["glutes", "quads"],
  adductors: ["quads", "glutes"],
  biceps: ["biceps"],
  triceps: ["triceps"],
  forearms: ["forearms"],
  calves: ["calves"],
  chest: ["chest"],
  shoulders: ["shoulders"],
  glutes: ["glutes"],
  hamstrings: ["hamstrings"],
  quadriceps: ["quads"],
  quads: ["quads"],
  lats: ["back"],
  "middle back": ["back"],
  "lower back": ["back"],
  traps: ["back", "shoulders"],
  neck: ["neck"],
  back: ["back"],
};

/** Groups that sources interchange for the same exercise: training one trains the other. */
const NEIGHBOURS = [
  ["hamstrings", "glutes", "back"],
  ["quads", "glutes", "hamstrings"],
  ["chest", "triceps"],
  ["biceps", "forearms"],
  ["shoulders", "back"],
  ["triceps", "shoulders"],
] as const;

/** Whether two lists of primary muscles may describe one exercise. Unknown names conflict with nothing. */
export function areMusclesNear(one: readonly string[], other: readonly string[]): boolean {
  const [ones, others] = [groupsOf(one), groupsOf(other)];
  if (ones.length === 0 || others.length === 0) return true;
  return ones.some((group) => others.some((second) => areNeighbours(group, second)));
}

const groupsOf = (muscles: readonly string[]) =>
  muscles.flatMap((muscle) => GROUPS[muscle.toLowerCase()] ?? []);

const areNeighbours = (one: string, other: string) =>
  one === other ||
  NEIGHBOURS.some((group: readonly string[]) => group.includes(one) && group.includes(other));
