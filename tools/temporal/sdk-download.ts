// Runs as a separate process, so that a download that never begins can be aborted: node sdk-download.ts
// cli|time-skipping <folder>
import { TestWorkflowEnvironment } from "@temporalio/testing";
import * as z from "zod";

const [kind, downloadDir] = z
  .tuple([z.enum(["cli", "time-skipping"]), z.string()])
  .parse(process.argv.slice(2));
const server = { executable: { type: "cached-download", downloadDir, ttl: "3650 days" } } as const;
const environment =
  kind === "cli"
    ? await TestWorkflowEnvironment.createLocal({ server })
    : await TestWorkflowEnvironment.createTimeSkipping({ server });
await environment.teardown();
