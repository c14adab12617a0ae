import { jest } from "@jest/globals";
import pg from "pg";

/** The statements that went to the database together: a statement starts a new pipeline if none is in flight. */
export async function pipelinesOf(work: () => Promise<unknown>): Promise<readonly string[][]> {
  const pipelines: string[][] = [];
  let underway = 0;
  const { query } = pg.Client.prototype;
  const spy = jest.spyOn(pg.Client.prototype, "query");
  spy.mockImplementation(function send(this: pg.Client, ...args: unknown[]) {
    if (underway === 0) pipelines.push([]);
    pipelines.at(-1)?.push(textOf(args[0]));
    underway += 1;
    const answer: unknown = Reflect.apply(query, this, args);
    const landed = () => void (underway -= 1);
    void Promise.resolve(answer).then(landed, landed);
    return answer;
  });
  try {
    await work();
    return pipelines;
  } finally {
    spy.mockRestore();
  }
}

function textOf(sent: unknown): string {
  if (typeof sent === "string") return sent;
  return typeof sent === "object" && sent !== null && "name" in sent ? String(sent.name) : "";
}
