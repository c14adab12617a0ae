import { defineEntity, p } from "@mikro-orm/postgresql";

const ExerciseWordSchema = defineEntity({
  name: "ExerciseWord",
  properties: {
    /** A workspace for its own exercises, else the nil id. */
    scopeId: p.uuid().primary(),
    word: p.text().primary(),
    /** The word, and what is left of it with one letter lost. */
    remnants: p.array(),
  },
});

/** A word that search can find. */
export class ExerciseWord extends ExerciseWordSchema.class {}
ExerciseWordSchema.setClass(ExerciseWord);
