import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { archiveClasses } from "./archive-classes.ts";
import { buildOnce } from "../processes/build-once.ts";
import { runLong } from "../processes/long-run.ts";
import {
  type FoundProgram,
  type ProgramSearch,
  type Rung,
  cacheDirectory,
  findProgram,
  tryProgram,
} from "../processes/program-ladder.ts";
import { sdkRung } from "./sdk-rung.ts";
import { fileRung, pathRung, variableRung } from "./temporal-binary.ts";

/** Version of the Maven artifact with the time-skipping server. */
const TEST_SERVER_VERSION = "1.39.0";
/** Version of the build; increase it with each change, so that cached builds are replaced. */
const BUILD = 2;

/** Finds the time-skipping test server, for tests in which days pass. Throws ProgramMissing. */
export function findTimeSkippingServer(search: ProgramSearch): Promise<FoundProgram> {
  const cache = cacheDirectory(search.env);
  const folder = join(cache, `temporal-test-server-${TEST_SERVER_VERSION}-${BUILD}`);
  return findProgram({
    title: "The Temporal time-skipping test server",
    rungs: [
      variableRung(search.env, "TEMPORAL_TEST_SERVER_PATH"),
      fileRung("cache of this user", join(folder, PROGRAM)),
      sdkRung("time-skipping", join(cache, "sdk-temporal-test-server")),
      { name: "Maven artifact, run by Java", find: () => buildWithMaven(search, folder) },
    ],
    // Without a port it prints its usage; the Java version exits with 0, the native one does not.
    proveWorking: async (path) => {
      const { output } = await tryProgram(path, []);
      return output.includes("--enable-time-skipping") || output.includes("Usage")
        ? null
        : `${path} does not run: ${output}`;
    },
    advice: `Install one of these and run the tests again:
  - Java 17 or newer and Maven, with access to a Maven repository; the server is then fetched once
  - the test server of the Temporal Java SDK (https://github.com/temporalio/sdk-java/releases), named by TEMPORAL_TEST_SERVER_PATH`,
  });
}

// Version of the logging interface that the server uses; without a logger it complains.
const SLF4J_VERSION = "1.7.36";

const PROGRAM = "temporal-test-server";

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sideline</groupId><artifactId>time-skipping-server</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId>
      <version>${TEST_SERVER_VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>${SLF4J_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/** Java's archive of the classes that the server loads. */
const ARCHIVE = "server.jsa";

// `exec`, because the SDK ends the process that it started, which has to be the server itself. The archive requires
// exactly the class path that it was made for, hence the `cd`.
const WRAPPER = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC $([ -f ${ARCHIVE} ] && echo -XX:SharedArchiveFile=${ARCHIVE}) \\
  -cp "jars/*" io.temporal.testserver.TestServer "$@"
`;

async function buildWithMaven(search: ProgramSearch, folder: string): ReturnType<Rung["find"]> {
  const [java, maven] = await Promise.all(
    ["java", "mvn"].map((program) => pathRung(search.env, program).find()),
  );
  if (java === undefined || "reason" in java) return { reason: "Java is not installed" };
  if (maven === undefined || "reason" in maven) return { reason: "Maven is not installed" };
  await buildOnce({
    target: folder,
    say: search.say,
    build: async (workplace) => {
      const made = join(workplace, "server");
      mkdirSync(made);
      writeFileSync(join(workplace, "pom.xml"), POM);
      await runLong({
        title: "fetching the Temporal time-skipping server (once)",
        command: maven.path,
        args: [
          "-B",
          "-ntp",
          "dependency:copy-dependencies",
          "-DincludeScope=runtime",
          `-DoutputDirectory=${join(made, "jars")}`,
        ],
        env: search.env,
        cwd: workplace,
        logFile: `${folder}.log`,
        say: search.say,
      });
      writeFileSync(join(made, PROGRAM), WRAPPER);
      chmodSync(join(made, PROGRAM), 0o755);
      await archiveClasses(join(made, PROGRAM), ARCHIVE);
      return made;
    },
  });
  return { path: join(folder, PROGRAM) };
}
