import { strandedReleases } from "./evacuate.ts";
import type { Deployment, Release } from "./read-deployment.ts";

/** Describes each release in a line: its part, its runs, and whether somebody settles them. */
export function describeDeployment({ releases, current, ramping }: Deployment): readonly string[] {
  const stranded = new Set(strandedReleases(releases));
  return releases.map((release) => describeRelease(release, { current, ramping, stranded }));
}

function describeRelease(
  release: Release,
  {
    current,
    ramping,
    stranded,
  }: Pick<Deployment, "current" | "ramping"> & { readonly stranded: ReadonlySet<Release> },
): string {
  const { buildId, runCount, hasWorkers } = release;
  const parts = [
    ...(buildId === current ? ["current"] : []),
    ...(buildId === ramping?.buildId ? [`ramping, ${ramping.percentage} %`] : []),
    `${runCount} runs`,
    hasWorkers ? "with workers" : "without workers",
    ...(stranded.has(release) ? ["nobody settles them: start its workers, or --evacuate"] : []),
  ];
  return `${buildId}: ${parts.join(", ")}`;
}
