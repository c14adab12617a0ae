import { readAddedParts, readParts } from "../../tools/production/shape/compose-file.ts";

/** Files of deploy/compose that are played too. */
export const ADDITIONS = ["prometheus", "backup"] as const;

/** The services of the compose file and of the additions that are played. */
export const parts = new Map([
  ...readParts(),
  ...ADDITIONS.flatMap((name) => [...readAddedParts(name)]),
]);

/** Description of a service. */
export function part(name: string) {
  const found = parts.get(name);
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}.`);
  return found;
}

/** Services that start without being asked for. */
export const names = [...parts]
  .filter(([, { profiles }]) => !profiles.includes("operate"))
  .map(([name]) => name);

/** Services that end once their work is done. */
export const jobs = names.filter((name) => part(name).restart.startsWith("on-failure"));

/** Services that run for good. */
export const lasting = names.filter((name) => !jobs.includes(name));

/** Services of the image that this repository builds. */
export const ours = names.filter((name) => part(name).image.startsWith("sideline:"));
