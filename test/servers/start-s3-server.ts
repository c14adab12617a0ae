import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { S3 } from "@aws-sdk/client-s3";
import { type Child, startChild } from "../../tools/processes/child-process.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { newTestFolder } from "../harness/context.ts";
import { surroundings } from "../harness/surroundings.ts";
import { canAnswer } from "./can-answer.ts";
import { findS3Server } from "./find-servers.ts";

/** A real S3 server with one bucket. */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Names of the stored objects. */
  names(): Promise<readonly string[]>;
  /** Number of multipart uploads in progress. */
  openUploads(): Promise<number>;
  put(name: string): Promise<void>;
  /** Kills it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again on its files and its port. */
  bringBack(): Promise<void>;
  close(): Promise<void>;
}

const BUCKET = "photos";

/** Starts versitygw on a folder, and creates the bucket. */
export async function startS3Server(): Promise<S3Server> {
  const program = await findS3Server({ env: surroundings, say: () => {} });
  const [port = 0] = await findFreePorts(1);
  const folder = newTestFolder("s3");
  const [files, notes] = [join(folder, "files"), join(folder, "notes")];
  for (const path of [files, notes]) mkdirSync(path);
  const credentials = { accessKeyId: "sideline", secretAccessKey: "a-secret-of-the-test" };
  const endpoint = `http://127.0.0.1:${port}`;
  const start = async (): Promise<Child> => {
    const lines: string[] = [];
    const child = await startChild({
      name: "versitygw",
      command: program,
      args: ["--port", `127.0.0.1:${port}`, "--quiet", "posix", "--sidecar", notes, files],
      env: {
        PATH: surroundings["PATH"],
        ROOT_ACCESS_KEY: credentials.accessKeyId,
        ROOT_SECRET_KEY: credentials.secretAccessKey,
      },
      onLine: (line) => lines.push(line),
    });
    await canAnswer(port, child, lines);
    return child;
  };
  let child = await start();
  const client = new S3({ region: "us-east-1", endpoint, forcePathStyle: true, credentials });
  await client.createBucket({ Bucket: BUCKET });
  return {
    endpoint,
    bucket: BUCKET,
    credentials,
    names: async () => {
      const { Contents: found = [] } = await client.listObjectsV2({ Bucket: BUCKET });
      return found.map(({ Key: name = "" }) => name).toSorted();
    },
    openUploads: async () => {
      const { Uploads: open = [] } = await client.listMultipartUploads({ Bucket: BUCKET });
      return open.length;
    },
    put: async (name) => void (await client.putObject({ Bucket: BUCKET, Key: name, Body: "x" })),
    kill: async () => {
      process.kill(child.record.pid, "SIGKILL");
      await child.ended;
    },
    bringBack: async () => {
      child = await start();
    },
    close: async () => {
      client.destroy();
      await child.stop();
    },
  };
}
