import * as z from "zod";
import type { WorkerDeploymentVersion } from "@temporalio/common";
import type { Environment } from "../environment.ts";
import { settingNotes, type SettingNote } from "../setting-notes.ts";

/** Temporal separates name and build id by a dot or a colon, and refuses longer ones. */
const part = (note: Pick<SettingNote, "meaning" | "readers">) =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/,
      "has to be at most 63 letters, digits, hyphens or underscores, the first a letter or digit",
    )
    .optional()
    .register(settingNotes, note);

/** Variables that name the release of a worker, as Temporal's Worker Controller sets them. */
export const DeploymentFields = {
  TEMPORAL_DEPLOYMENT_NAME: part({
    meaning: "Deployment of the workers, with its build id or not at all.",
    readers: ["worker"],
  }),
  TEMPORAL_WORKER_BUILD_ID: part({
    meaning: "Release of the process, as its metrics and Temporal name it.",
    readers: ["api", "worker", "relay"],
  }),
};

/** The deployment version of the workers; null leaves them unversioned. */
export function readDeployment(
  read: z.output<z.ZodObject<typeof DeploymentFields>>,
): WorkerDeploymentVersion | null {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId } = read;
  if (deploymentName === undefined || buildId === undefined) return null;
  return { deploymentName, buildId };
}

/** A name alone would leave a worker unversioned, so that it serves no versioned actor, in silence. */
export function deploymentMistakes(env: Environment): string[] {
  const isSet = (name: keyof typeof DeploymentFields) => (env[name] ?? "") !== "";
  return isSet("TEMPORAL_DEPLOYMENT_NAME") && !isSet("TEMPORAL_WORKER_BUILD_ID")
    ? ["TEMPORAL_WORKER_BUILD_ID: is required with TEMPORAL_DEPLOYMENT_NAME; set both or neither"]
    : [];
}
