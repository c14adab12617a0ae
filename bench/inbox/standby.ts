import { Client } from "pg";
import { READ_POSITION_HEADER } from "../../contract/read-position.ts";
import { type AnotherProcess, startAnother } from "../stack/start-another.ts";
import { freePorts } from "../stack/free-ports.ts";
import { type BenchStandby, startStandby } from "../stack/start-standby.ts";
import { inTurns, renewDesk } from "./desk.ts";
import { type InboxReading, percentiles } from "./pages.ts";

/**
 * Milliseconds of an overview without a standby, at a standby, and at the primary of an API that has a standby. The
 * last one shows the round trip that reads the position; the standby's own needs a check and a position.
 */
export async function timeStandby(
  reading: InboxReading,
  reads: number,
): Promise<readonly string[]> {
  const superuser = new Client({ connectionString: reading.stack.superuserUrl });
  await superuser.connect();
  let standby: BenchStandby | null = null;
  let api: AnotherProcess | null = null;
  try {
    standby = await startStandby(reading.stack, superuser);
    const [port = 0, health = 0] = await freePorts(2);
    api = await startAnother(reading.stack, "api", {
      API_PORT: String(port),
      API_HEALTH_PORT: String(health),
      API_PUBLIC_URL: reading.stack.urls.api,
      DATABASE_READ_URL: standby.url,
    });
    return await compare(reading, { port, health }, reads);
  } finally {
    await api?.stop();
    await standby?.stop();
    await superuser.end();
  }
}

/** The ways take turns, so that a change of the machine's speed meets all of them. */
async function compare(
  { stack, desk }: InboxReading,
  { port, health }: { readonly port: number; readonly health: number },
  reads: number,
): Promise<readonly string[]> {
  await renewDesk(stack, desk);
  const next = inTurns(desk);
  const path = `/api/v1/workspaces/${desk.workspaceId}/daily-overview`;
  const near = `${stack.urls.api}${path}`;
  const far = `http://127.0.0.1:${port}${path}`;
  const durations = { without: [0], primary: [0], standby: [0] };
  for (let nth = -WARMING_READS; nth < reads; nth += 1) {
    const { token } = next();
    const without = await timedRead(near, token, null);
    const primary = await timedRead(far, token, null);
    const standby = await timedRead(far, token, primary.position);
    if (nth < 0) continue;
    durations.without.push(without.ms);
    durations.primary.push(primary.ms);
    durations.standby.push(standby.ms);
  }
  const sorted = (of: readonly number[]) =>
    percentiles(of.slice(1).toSorted((one, two) => one - two));
  return [
    `overview without a standby: ${sorted(durations.without)}`,
    `at the primary, with its position: ${sorted(durations.primary)}`,
    `at the standby: ${sorted(durations.standby)}; ${await outcomes(health)}`,
  ];
}

const WARMING_READS = 20;

async function timedRead(url: string, token: string, position: string | null) {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(position !== null && { [READ_POSITION_HEADER]: position }),
  };
  const from = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return { ms: performance.now() - from, position: answer.headers.get(READ_POSITION_HEADER) };
}

/** How many reads the standby answered, and how many the primary, by reason. */
async function outcomes(health: number): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${health}/metrics`)).text();
  const found = text.matchAll(/^sideline_standby_reads_total\{outcome="(\w+)"\} ([1-9]\d*)$/gm);
  return [...found].map(([, outcome, count]) => `${outcome} ${count}`).join(", ");
}
