import { defineEntity, p } from "@mikro-orm/postgresql";

const SyncAnswersSchema = defineEntity({
  name: "SyncAnswers",
  properties: {
    batchId: p.uuid().primary(),
    /** A line for each operation with a verdict, packed; `answers.ts` reads it. */
    lines: p.blob(),
  },
});

/** The answers of a batch, written once and kept 400 days. */
export class SyncAnswers extends SyncAnswersSchema.class {}

SyncAnswersSchema.setClass(SyncAnswers);
