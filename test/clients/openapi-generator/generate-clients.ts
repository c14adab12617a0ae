import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { syncRequestSchema } from "../../../contract/sync/schema.ts";
import { showHelp } from "../../../workers/operator/show-help.ts";
import { execute } from "../execute.ts";
import { writeDocument } from "../write-document.ts";
import { generatorArguments, LANGUAGES, type Language } from "./languages.ts";

/**
 * Generates clients for Kotlin, Swift and Dart by openapi-generator. The Kotlin client is compiled, and a program on
 * top of it builds a first batch, which the server's own schema has to accept. Needs Java 17 or newer and Maven.
 */
async function main(): Promise<void> {
  await mkdir(WORK, { recursive: true });
  await fetchGenerator();
  const document = await writeDocument(DOCUMENT);
  for (const language of LANGUAGES) {
    await rm(`${WORK}${language}`, { recursive: true, force: true });
    await execute("java", ["-jar", JAR, ...generatorArguments(language, document)], WORK);
    await requireModels(language);
  }
  say("Swift, Dart: generated; not compiled, because no compiler of theirs is in a package.");
  await compileKotlin();
  await judgeFirstBatch();
  say("Kotlin: generated, compiled; its first batch has the server's schema.");
}

const SOURCES = fileURLToPath(new URL("./", import.meta.url));
const WORK = fileURLToPath(new URL("../../../.sideline/clients-generated/", import.meta.url));
const DOCUMENT = `${WORK}openapi.json`;

const VERSION = "7.25.0";
const JAR = `openapi-generator-cli-${VERSION}.jar`;
const SHA_256 = "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae";

/** Fetches the generator by Maven unless it is there. @throws Error if its checksum is another. */
async function fetchGenerator(): Promise<void> {
  const stored = await readFile(`${WORK}${JAR}`).catch(() => null);
  if (stored === null) {
    const artifact = `org.openapitools:openapi-generator-cli:${VERSION}`;
    const get = ["dependency:get", `-Dartifact=${artifact}`, "-Dtransitive=false"];
    await execute("mvn", ["-B", "-q", ...get], WORK);
    const copy = ["dependency:copy", `-Dartifact=${artifact}`, "-DoutputDirectory=."];
    await execute("mvn", ["-B", "-q", ...copy], WORK);
  }
  const jar = stored ?? (await readFile(`${WORK}${JAR}`));
  const checksum = createHash("sha256").update(jar).digest("hex");
  if (checksum !== SHA_256) throw new Error(`${WORK}${JAR} has the checksum ${checksum}`);
}

/** @throws Error if the client has no source of a batch. */
async function requireModels(language: Language): Promise<void> {
  const files = await readdir(`${WORK}${language}`, { recursive: true });
  const isBatch = (file: string) => /(?:SyncRequest|sync_request)\.(?:kt|swift|dart)$/.test(file);
  if (!files.some(isBatch)) throw new Error(`The client in ${WORK}${language} has no batch`);
}

async function compileKotlin(): Promise<void> {
  await cp(`${SOURCES}kotlin/pom.xml`, `${WORK}kotlin/pom.xml`);
  await cp(`${SOURCES}kotlin/FirstBatch.kt`, `${WORK}kotlin/src/main/kotlin/FirstBatch.kt`);
  const goals = ["compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath.txt"];
  await execute("mvn", ["-B", "-q", ...goals], `${WORK}kotlin`);
}

/**
 * @throws Error if the server refuses the batch, or the client cannot read a kind of question that it does not know.
 */
async function judgeFirstBatch(): Promise<void> {
  const classpath = await readFile(`${WORK}kotlin/classpath.txt`, "utf8");
  const run = ["-cp", `target/classes:${classpath.trim()}`, "FirstBatchKt"];
  const [batch = "", question] = (await execute("java", run, `${WORK}kotlin`)).split("\n");
  const read = syncRequestSchema.parse(JSON.parse(batch));
  if (read.operations[0]?.metadata?.locale !== "de-CH") throw new Error(`Not as sent: ${batch}`);
  if (question !== "OtherFormQuestionValue") throw new Error(`A new question is ${question}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

showHelp("Generates clients for Kotlin, Swift and Dart, and compiles that for Kotlin.");
await main();
