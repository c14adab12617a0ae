import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runLong } from "../../tools/processes/long-run.ts";
import { type ContainerEngine, ENGINE_FOLDER } from "./container-engine.ts";

/** Builds the repository's Dockerfile. Its base has no digest here, which only the registry's image has. */
export async function buildOwnImage({ env, say }: ContainerEngine): Promise<void> {
  const file = join(ENGINE_FOLDER, "Dockerfile");
  writeFileSync(
    file,
    readFileSync(join(REPOSITORY, "Dockerfile"), "utf8").replace(/@sha256:\w+/, ""),
  );
  await runLong({
    title: "building the Dockerfile (minutes)",
    command: "podman",
    args: [
      "build",
      "--network=host",
      "--layers=false",
      `--file=${file}`,
      `--tag=${OWN_IMAGE}`,
      REPOSITORY,
    ],
    env,
    logFile: join(ENGINE_FOLDER, "build.log"),
    say,
  });
}

/** The image that docker-compose.yml names without a registry. */
export const OWN_IMAGE = "localhost/sideline:dev";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
