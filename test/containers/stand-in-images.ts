import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findKeycloak } from "../../tools/keycloak/find-keycloak.ts";
import { readAddedParts, readParts, readText } from "../../tools/production/shape/compose-file.ts";
import { findClusterPrograms } from "../../tools/temporal/cluster-programs.ts";
import { findTemporalBinary } from "../../tools/temporal/temporal-binary.ts";
import { makeDebianImage } from "./debian-images.ts";
import { type ContainerEngine, ENGINE_FOLDER } from "./container-engine.ts";
import { localName } from "./local-name.ts";

const execute = promisify(execFile);

/** Builds the image of each upstream program that Dockerfile and compose file name, unless the engine has it. */
export async function makeStandIns(engine: ContainerEngine): Promise<void> {
  for (const [folder, upstream] of Object.entries(upstreamImages()))
    await makeStandIn(engine, folder, upstream);
}

/** Names under which files of the repository ask for the image of a folder of `images/`. */
function upstreamImages(): Readonly<Record<string, string>> {
  const parts = readParts();
  const of = (name: string) => localName(parts.get(name)?.image ?? "");
  const [, node = ""] = /^FROM (\S+) AS node$/m.exec(readText("Dockerfile")) ?? [];
  return {
    node: localName(node),
    postgres: of("postgres"),
    temporal: of("temporal"),
    "admin-tools": of("temporal-schema"),
    "temporal-ui": of("temporal-ui"),
    keycloak: of("keycloak"),
    haproxy: of("proxy"),
    prometheus: localName(readAddedParts("prometheus").get("prometheus")?.image ?? ""),
  };
}

const IMAGES = fileURLToPath(new URL("images/", import.meta.url));

/** Images of Debian's newest release; the others are of our Dockerfile's. */
const NEWEST = ["postgres", "keycloak", "haproxy", "prometheus"];

async function makeStandIn(engine: ContainerEngine, name: string, upstream: string) {
  const source = join(IMAGES, name);
  const texts = readdirSync(source).map((file) => readFileSync(join(source, file), "utf8"));
  const mark = createHash("sha256")
    .update([upstream, ...texts].join("\0"))
    .digest("hex");
  const image = `localhost/sideline-${name}:${mark.slice(0, 8)}`;
  if ((await engine.podman("images", "--quiet", image)) === "") {
    await makeDebianImage(engine, NEWEST.includes(name) ? "forky" : "bookworm");
    const context = join(ENGINE_FOLDER, "contexts", name);
    rmSync(context, { recursive: true, force: true });
    mkdirSync(context, { recursive: true });
    cpSync(source, context, { recursive: true });
    await addPrograms(engine, name, context);
    await execute("chmod", ["-R", "u+w,a+rX", context]);
    engine.say(`building the stand-in for ${upstream}`);
    await engine.podman("build", "--network=host", "--layers=false", `--tag=${image}`, context);
    rmSync(context, { recursive: true });
  }
  await engine.podman("tag", image, upstream);
}

/** Copies the programs that a Containerfile takes from its folder. */
async function addPrograms({ env, say }: ContainerEngine, name: string, context: string) {
  const add = (from: string, to: string) =>
    cpSync(from, join(context, to), { recursive: true, dereference: true });
  const search = { env, say };
  if (name === "node") {
    add(NODE, "node");
    add(await npmFolder(), "npm");
  }
  if (name === "temporal") {
    add((await findClusterPrograms(search)).server, "server");
    add(join(await moduleFolder("go.temporal.io/server"), "docker/scripts/sh"), ".");
  }
  if (name === "admin-tools") {
    add((await findClusterPrograms(search)).schemaTool, "sql-tool");
    add((await findTemporalBinary(search)).path, "temporal");
    add(join(await moduleFolder("go.temporal.io/server"), "schema"), "schema");
  }
  if (name === "temporal-ui") {
    add((await findClusterPrograms(search)).ui, "ui");
    add(join(await moduleFolder("github.com/temporalio/ui-server/v2"), "config"), "config");
  }
  if (name === "keycloak") add((await findKeycloak(search)).distribution, "distribution");
}

/** The Node of the repository, which the Dockerfile names too. */
const NODE = fileURLToPath(new URL("../../node_modules/node/bin/node", import.meta.url));

async function npmFolder(): Promise<string> {
  const { stdout } = await execute("npm", ["root", "--global"]);
  return join(stdout.trim(), "npm");
}

/** Folder of a Go module's sources, of the version that the embedded stack builds. */
async function moduleFolder(module: string): Promise<string> {
  const cwd = fileURLToPath(new URL("../../tools/temporal/cluster/", import.meta.url));
  await execute("go", ["mod", "download", module], { cwd });
  const { stdout } = await execute("go", ["list", "-m", "-f", "{{.Dir}}", module], { cwd });
  return stdout.trim();
}
