import * as z from "zod";

const count = z.coerce.number().int().positive();

/** Histories, rounds or boundaries of a test: its own number unless a campaign asks for another. */
export function campaignSize(name: "MODEL_RUNS" | "RACE_ROUNDS", ordinary: number): number {
  return count.parse(process.env[`SIDELINE_${name}`] ?? ordinary);
}

/** The seed that a campaign asks for, or one that is drawn. */
export function campaignSeed(): number {
  const seed = process.env["SIDELINE_SEED"];
  return z.coerce
    .number()
    .int()
    .parse(seed ?? Math.floor(Math.random() * 2 ** 31));
}

/** Whether every boundary is tried with every victim, or with its natural one only. */
export const isWholeProduct = (): boolean => process.env["SIDELINE_KILLS"] === "all";
