import { puzzlingSentence } from "../comment-sentences.js";
import { isOutsideFloors, placeOf } from "../place.js";

/** Comments are read at speed: a sentence begins with its subject, and has at most 25 words. */
export const commentsRule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || isOutsideFloors(place.floor)) return {};
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const sentence = puzzlingSentence(comment.value);
          if (sentence === null) continue;
          const [first = ""] = sentence.trim().split("\n");
          context.report({
            loc: comment.loc,
            message: `Begin with the subject, and use at most 25 words (CONTRIBUTING.md): "${first}"`,
          });
        }
      },
    };
  },
};
