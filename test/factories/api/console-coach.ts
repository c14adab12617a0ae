import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { READ_POSITION_HEADER } from "../../../contract/read-position.ts";
import type { TestAnswer, TestApi, TestRequest } from "../../harness/api.ts";
import type { TestIssuer } from "../../harness/test-issuer.ts";
import { buildRelationship } from "../accounts/identity.ts";
import { buildSignedInPair, type SignedInPair } from "../accounts/signed-in-pair.ts";

/** Registers a coach with one active client, who signs in to the console. */
export async function buildConsoleCoach(
  api: Pick<TestApi, "call">,
  em: SqlEntityManager,
  issuer: TestIssuer,
): Promise<ConsoleCoach> {
  const pair = await buildSignedInPair(em, issuer);
  const { subject } = pair.coach.identity;
  const claims = { sub: subject, sid: `console-of-${subject}` };
  const app = { client_id: "sideline-web", azp: "sideline-web" };
  const token = await issuer.sign({ claims: { ...claims, ...app } });
  const ask = async (
    method: "GET" | "POST",
    path: string,
    { position = null, ...request }: Asked = {},
  ): Promise<Answered> => {
    const headers = {
      ...request.headers,
      ...(position !== null && { [READ_POSITION_HEADER]: position }),
    };
    const answer = await api.call(method, path, { token, ...request, headers });
    return { ...answer, position: answer.headers.get(READ_POSITION_HEADER) };
  };
  const relationship = `/api/v1/workspaces/${pair.workspaceId}/relationships/${pair.relationshipId}`;
  return {
    pair,
    ask,
    overview: (asked = {}) => {
      const query = new URLSearchParams(asked.query).toString();
      return ask("GET", `/api/v1/workspaces/${pair.workspaceId}/daily-overview?${query}`, asked);
    },
    move: (act) =>
      ask("POST", `${relationship}/${act}`, { key: randomUUID(), body: { reason: "A holiday" } }),
    addClient: async () => (await buildRelationship(em, { coach: pair.coach })).relationshipId,
  };
}

/** A coach at the console. */
export interface ConsoleCoach {
  readonly pair: SignedInPair;
  readonly ask: (method: "GET" | "POST", path: string, asked?: Asked) => Promise<Answered>;
  /** Reads the daily overview, which a standby may answer. */
  readonly overview: (
    asked?: Asked & { readonly query?: Readonly<Record<string, string>> },
  ) => Promise<Answered>;
  /** An act whose effect the overview shows. */
  readonly move: (act: "pause" | "resume") => Promise<Answered>;
  /** Adds a client to the coach's and returns the relationship. */
  readonly addClient: () => Promise<string>;
}

/** A request with the position that the console sends along. */
type Asked = TestRequest & { readonly position?: string | null };

/** An answer with the position that it carries. */
interface Answered extends TestAnswer {
  readonly position: string | null;
}
