import { execFile } from "node:child_process";
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { runLong } from "../../tools/processes/long-run.ts";
import { type ContainerEngine, ENGINE_FOLDER } from "./container-engine.ts";

const execute = promisify(execFile);

/** Makes a small Debian of the release as an image of the engine, unless it has one. */
export async function makeDebianImage(engine: ContainerEngine, release: Release): Promise<void> {
  const image = `localhost/sideline-${release}`;
  if ((await engine.podman("images", "--quiet", image)) !== "") return;
  const folder = join(ENGINE_FOLDER, release);
  const archive = `${folder}.tar`;
  if (!existsSync(archive)) await makeArchive({ engine, release, folder, archive });
  await engine.podman("import", "--change", `ENV PATH=${PATH}`, archive, image);
  rmSync(archive);
}

/** Releases of Debian: that of our Dockerfile, and one that has PostgreSQL 18. */
export type Release = "bookworm" | "forky";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const MIRROR = "http://deb.debian.org/debian";
/** The same script installs every release; an older debootstrap does not know the name of a newer one. */
const SCRIPT = "/usr/share/debootstrap/scripts/sid";
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** Contents that no image needs. */
const LEFT_OUT = [
  "var/cache/apt/archives/*.deb",
  "var/lib/apt/lists/*",
  "usr/share/doc/*",
  "dev/*",
];

async function makeArchive({
  engine,
  release,
  folder,
  archive,
}: {
  readonly engine: ContainerEngine;
  readonly release: Release;
  readonly folder: string;
  readonly archive: string;
}): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await runLong({
    title: `making a base of Debian ${release} (once)`,
    command: "debootstrap",
    args: [
      "--variant=minbase",
      "--include=ca-certificates,netcat-openbsd",
      release,
      folder,
      MIRROR,
      SCRIPT,
    ],
    env: engine.env,
    logFile: `${folder}.log`,
    say: engine.say,
  });
  // The machine may trust an authority of its own, or use a mirror whose lists have expired.
  if (existsSync(AUTHORITIES)) copyFileSync(AUTHORITIES, join(folder, AUTHORITIES));
  writeFileSync(
    join(folder, "etc/apt/apt.conf.d/99-any-date"),
    'Acquire::Check-Valid-Until "false";\n',
  );
  const excluded = LEFT_OUT.map((pattern) => `--exclude=./${pattern}`);
  await execute("tar", ["-C", folder, "-cf", `${archive}.new`, ...excluded, "."]);
  renameSync(`${archive}.new`, archive);
  rmSync(folder, { recursive: true });
}
