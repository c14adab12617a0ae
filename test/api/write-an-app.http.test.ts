import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { writeAnApp } from "../../api/openapi/write-an-app.ts";
import { useApi } from "../harness/use-api.ts";
import { buildPhone } from "../factories/sync/phone.ts";

const run = promisify(execFile);
const { api, issuer } = await useApi();

test("The commands of the guide for app developers lead from a token to an accepted batch", async () => {
  const { token } = await buildPhone(api, issuer);
  const blocks = [...writeAnApp(api.url).matchAll(/```sh\n([^`]+)```/g)].map(([, text]) => text);
  const script = blocks.join("\n").replace(/\$\(npm run [^)]+\)/, token);

  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script]);

  expect(script).not.toContain("npm run");
  expect(stdout).toMatch(/"status":\s*"ACCEPTED"/);
});
