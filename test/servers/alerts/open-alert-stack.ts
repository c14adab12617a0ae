import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { rememberChild } from "../../../tools/processes/children-record.ts";
import { type Child, startChild } from "../../../tools/processes/child-process.ts";
import { findFreePorts } from "../../../tools/processes/ports.ts";
import { waitForPort } from "../../../tools/processes/wait-for-port.ts";
import { findPrometheus } from "../../../tools/production/start-prometheus.ts";
import { reachedAt } from "../../factories/sync/kills/killed-batch.ts";
import { startApi, type TestApi } from "../../harness/api.ts";
import type { TestDatabase } from "../../harness/database.ts";
import { openPartsGround } from "../../harness/link-stack.ts";
import { type LinkedPart, openLinkedParts, PARTS, type Part } from "../../harness/linked-parts.ts";
import { surroundings } from "../../harness/surroundings.ts";
import { startTestIssuer, type TestIssuer } from "../../harness/test-issuer.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { prepareMovedClock } from "./moved-clock.ts";
import { alertConfig, copyRules } from "./shorten-rules.ts";

/** The product's processes, watched by a Prometheus with the product's rules. */
export interface AlertStack {
  readonly database: TestDatabase;
  readonly issuer: TestIssuer;
  /** An API of this process: what a fault of the stack breaks goes on here. */
  readonly direct: TestApi;
  /** The same API at the address of the stack's process. */
  readonly api: TestApi;
  readonly parts: Readonly<Record<Part, LinkedPart>>;
  /** Moves the clock of the stack's API; the machine's clock stays. */
  readonly moveApiClock: (aheadSeconds: number) => void;
  readonly mail: MailServer;
  /** Names of the alerts that fire at this moment. */
  firing(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

/** Starts an API, a worker and a relay whose links can fail, and Prometheus. */
export async function openAlertStack(): Promise<AlertStack> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    const issuer = await startTestIssuer();
    closing.push(issuer.close);
    const [apiPort = 0, mailPort = 0, webPort = 0, api = 0, worker = 0, relay = 0] =
      await findFreePorts(6);
    const { ground, env } = await openPartsGround("alerts", issuer.issuer);
    const mail = await startMailServer(mailPort);
    closing.push(mail.close);
    const clock = await prepareMovedClock(SEARCH, ground.directory);
    const plans = PARTS.map((part) => ({
      part,
      name: part,
      env: {
        ...env,
        API_PORT: String(apiPort),
        [`${part.toUpperCase()}_HEALTH_PORT`]: String({ api, worker, relay }[part]),
        ALLOWANCE_ADDRESS,
        ...(part === "api" && clock.env),
        ...(part === "relay" && {
          SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
          MAIL_FROM: "sideline@example.com",
        }),
      },
    }));
    const { parts, close: endParts } = await openLinkedParts(ground, plans);
    closing.push(endParts);
    const prometheus = await startPrometheus(ground.directory, webPort, { api, worker, relay });
    closing.push(() => prometheus.stop());
    const direct = await startApi({ issuer: issuer.issuer, database: ground.database });
    closing.push(direct.close);
    return {
      database: ground.database,
      issuer,
      direct,
      api: reachedAt(direct, `http://127.0.0.1:${apiPort}`),
      parts: partsByName(parts),
      moveApiClock: clock.move,
      mail,
      firing: () => readFiring(webPort),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const SEARCH = { env: surroundings, say: () => {} };

/** Concurrent requests, requests a second and burst of an address without a token: a flood needs few requests. */
const ALLOWANCE_ADDRESS = "4,2,4";

function partsByName([api, worker, relay]: readonly LinkedPart[]): AlertStack["parts"] {
  if (api === undefined || worker === undefined || relay === undefined)
    throw new Error("A part was not started");
  return { api, worker, relay };
}

async function startPrometheus(
  directory: string,
  webPort: number,
  ports: Readonly<Record<Part, number>>,
): Promise<Child> {
  const folder = join(directory, "prometheus");
  mkdirSync(folder);
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, alertConfig(copyRules(join(folder, "rules")), ports));
  const lines: string[] = [];
  const child = await startChild({
    name: "prometheus",
    command: await findPrometheus(SEARCH),
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${webPort}`,
      "--log.level=warn",
    ],
    env: { TZ: "UTC" },
    onLine: (line) => void lines.push(line),
    onStart: ({ record }) => rememberChild(dirname(directory), record),
  });
  await waitForPort(child, { port: webPort, limitMs: READY_LIMIT_MS });
  return child;
}

const READY_LIMIT_MS = 60_000;

const Alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })),
  }),
});

async function readFiring(port: number): Promise<ReadonlySet<string>> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
  const { alerts } = Alerts.parse(await answer.json()).data;
  const firing = alerts.filter(({ state }) => state === "firing");
  return new Set(firing.map(({ labels }) => labels.alertname));
}
