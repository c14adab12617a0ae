import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildOnce } from "../processes/build-once.ts";
import { runLong } from "../processes/long-run.ts";
import { type ProgramSearch, cacheDirectory, findProgram } from "../processes/program-ladder.ts";
import { fileRung, pathRung } from "../temporal/temporal-binary.ts";
import { findJava } from "./find-java.ts";

/** Finds a Java and a Keycloak, which Maven downloads once. Throws ProgramMissing. */
export async function findKeycloak(search: ProgramSearch): Promise<KeycloakInstallation> {
  const { path: java } = await findJava(search.env);
  const target = join(cacheDirectory(search.env), `keycloak-${KEYCLOAK_VERSION}`);
  const script = join("bin", "kc.sh");
  await findProgram({
    title: `Keycloak ${KEYCLOAK_VERSION}`,
    rungs: [
      fileRung("cache of this user", join(target, script)),
      {
        name: "Maven artifact",
        find: async () => {
          const maven = await pathRung(search.env, "mvn").find();
          if ("reason" in maven) return { reason: "Maven is not installed" };
          await fetchDistribution(search, maven.path, target);
          return { path: join(target, script) };
        },
      },
    ],
    proveWorking: async () => null,
    advice: "Install Maven, with access to a Maven repository; Keycloak is then fetched once.",
  });
  return { java, distribution: target };
}

/** A Keycloak that can be started. */
export type KeycloakInstallation = {
  /** The Java program that runs it. */
  readonly java: string;
  /** Its folder, shared by all processes of this user; copy it instead of running it in place. */
  readonly distribution: string;
};

/** The version that the compose file deploys. Versions below 26.5.3 still honour a disabled identity provider. */
export const KEYCLOAK_VERSION = "26.7.0";

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sideline</groupId><artifactId>keycloak</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.keycloak</groupId><artifactId>keycloak-quarkus-dist</artifactId>
      <version>${KEYCLOAK_VERSION}</version><type>zip</type>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>
  </dependencies>
</project>
`;

function fetchDistribution(search: ProgramSearch, maven: string, target: string): Promise<void> {
  return buildOnce({
    target,
    say: search.say,
    build: async (workplace) => {
      mkdirSync(workplace, { recursive: true });
      writeFileSync(join(workplace, "pom.xml"), POM);
      await runLong({
        title: `fetching Keycloak ${KEYCLOAK_VERSION} (once)`,
        command: maven,
        args: ["-B", "-ntp", "dependency:unpack-dependencies", `-DoutputDirectory=${workplace}`],
        env: search.env,
        cwd: workplace,
        logFile: `${target}.log`,
        say: search.say,
      });
      return join(workplace, `keycloak-${KEYCLOAK_VERSION}`);
    },
  });
}
