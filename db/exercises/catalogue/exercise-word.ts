import { defineEntity, p } from "@mikro-orm/postgresql";

const ExerciseWordSchema = defineEntity({
  name: "ExerciseWord",
  properties: {
    /** A workspace for its own exercises, else the nil id. */
    scopeId: p.uuid().primary(),
    word: p.text().primary(),
    /** The term, and its remnants with one letter removed. */
    remnants: p.array(),
  },
});

/** A term that search can find. */
export class ExerciseWord extends ExerciseWordSchema.class {}
ExerciseWordSchema.setClass(ExerciseWord);
