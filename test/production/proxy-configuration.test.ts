import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { cacheDirectory } from "../../tools/processes/program-ladder.ts";
import { NO_STATE, proxyConfiguration } from "../../tools/production/proxy/proxy-configuration.ts";
import { describeWithProgram } from "../harness/describe-with-program.ts";
import { surroundings } from "../harness/surroundings.ts";

const PLAN = {
  ports: { api: 5100, database: 5101 },
  apis: [
    { port: 5110, health: 5111 },
    { port: 5120, health: 5121 },
  ],
  database: [
    { name: "database_1", port: 5130, checkPort: 5131 },
    { name: "database_2", port: 5140, checkPort: 5141 },
  ],
  adminSocket: "/tmp/haproxy.sock",
  stateFile: "/tmp/haproxy.state",
};
const CONFIGURATION = proxyConfiguration(PLAN);

test("The proxy checks each API by its readiness, and each member of the database by its own check", () => {
  const servers = CONFIGURATION.split("\n").flatMap((line) => {
    const [word, ...rest] = line.trim().split(" ");
    return word === "server" ? [rest.join(" ")] : [];
  });
  expect(servers).toEqual([
    "api_1 127.0.0.1:5110 check port 5111",
    "api_2 127.0.0.1:5120 check port 5121",
    "database_1 127.0.0.1:5130 check port 5131",
    "database_2 127.0.0.1:5140 check port 5141",
  ]);
  expect(CONFIGURATION).toContain("option httpchk GET /health/ready");
});

test("The proxy lets the share of an API that has become ready grow over some seconds", () => {
  expect(CONFIGURATION).toMatch(/default-server inter 500ms .* slowstart 5s/);
});

test("The proxy answers phones with Retry-After while no API is ready", () => {
  expect(CONFIGURATION).toMatch(/http-error status 503 .*"code":"UNAVAILABLE".* hdr Retry-After 5/);
});

test("The proxy cuts off the clients of a member that is no longer the primary", () => {
  expect(CONFIGURATION).toContain("on-marked-down shutdown-sessions");
});

test("The proxy sends no client to a member of the database before it was checked", () => {
  expect(CONFIGURATION).toContain("default-server weight 0 ");
});

/** An installed one, or the one that `npm run test:servers` has unpacked: this test downloads nothing. */
const installed = ["/usr/sbin/haproxy", join(cacheDirectory(surroundings), "debian-haproxy/run")];

describeWithProgram(
  "HAProxy",
  {
    path: installed.find((path) => existsSync(path)) ?? null,
    help: "npm run test:servers downloads it.",
  },
  (program) => {
    test("accepts the configuration without a warning", () => {
      const folder = mkdtempSync(join(tmpdir(), "sideline-haproxy-"));
      const file = join(folder, "haproxy.cfg");
      const stateFile = join(folder, "haproxy.state");
      writeFileSync(stateFile, NO_STATE);
      writeFileSync(file, proxyConfiguration({ ...PLAN, stateFile }));
      const output = execFileSync(program, ["-c", "-V", "-f", file], { encoding: "utf8" });
      rmSync(folder, { recursive: true });
      expect(output).toMatch(/^Configuration file is valid/m);
      expect(output).not.toMatch(/warning|notice/i);
    });
  },
);
