/** The muscle groups that each name of a muscle, or of a group, may stand for: its own first. */
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

/** Groups that sources exchange for one and the same exercise: who trains one trains the other. */
const NEIGHBOURS = [
  ["hamstrings", "glutes", "back"],
  ["quads", "glutes", "hamstrings"],
  ["chest", "triceps"],
  ["biceps", "forearms"],
  ["shoulders", "back"],
  ["triceps", "shoulders"],
] as const;

/** Whether two tellings of the primary muscles may be of one exercise; what says nothing we know disagrees with nothing. */
export function areNear(one: readonly string[], other: readonly string[]): boolean {
  const [ones, others] = [groupsOf(one), groupsOf(other)];
  if (ones.length === 0 || others.length === 0) return true;
  return ones.some((group) => others.some((second) => areNeighbours(group, second)));
}

const groupsOf = (muscles: readonly string[]) =>
  muscles.flatMap((muscle) => GROUPS[muscle.toLowerCase()] ?? []);

const areNeighbours = (one: string, other: string) =>
  one === other ||
  NEIGHBOURS.some((group: readonly string[]) => group.includes(one) && group.includes(other));
