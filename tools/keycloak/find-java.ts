import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  type FoundProgram,
  type Rung,
  findProgram,
  tryProgram,
} from "../processes/program-ladder.ts";
import { fileRung, pathRung } from "../temporal/temporal-binary.ts";

/**
 * Finds a Java that can run Keycloak, wherever it is installed.
 *
 * @throws ProgramMissing if none is found.
 */
export function findJava(env: NodeJS.ProcessEnv): Promise<FoundProgram> {
  const home = env["JAVA_HOME"] ?? "";
  return findProgram({
    title: `Java ${LEAST_VERSION} or newer`,
    rungs: [
      ...(home === "" ? [] : [fileRung("JAVA_HOME", join(home, "bin", "java"))]),
      pathRung(env, "java"),
      ...installedRungs(),
    ],
    proveWorking: async (path) => {
      const { output } = await tryProgram(path, ["-version"]);
      const [, version = ""] = /version "(\d+)/.exec(output) ?? [];
      return Number(version) >= LEAST_VERSION ? null : `${path} is Java ${version || "unknown"}`;
    },
    advice: `Install a JDK from ${LEAST_VERSION} on, or name its folder by JAVA_HOME.`,
  });
}

/** Minimum Java version of Keycloak; the machine's default may be older. */
const LEAST_VERSION = 21;

/** Other folders in which package managers and people install Java. */
function installedRungs(): Rung[] {
  const roots = [
    "/usr/lib/jvm",
    "/opt",
    "/Library/Java/JavaVirtualMachines",
    join(homedir(), ".sdkman", "candidates", "java"),
    join(homedir(), ".jdks"),
  ];
  return roots.flatMap((root) =>
    namesIn(root)
      .flatMap((name) => [join(root, name), join(root, name, "Contents", "Home")])
      .map((folder) => join(folder, "bin", "java"))
      .filter((path) => existsSync(path))
      .map((path) => fileRung("installed", path)),
  );
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).toSorted();
  } catch {
    return [];
  }
}
