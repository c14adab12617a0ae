import { expect, test } from "@jest/globals";
import { TASK_EXPLANATION_CODES } from "../../../contract/agenda/explanation-vocabulary.ts";
import { TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import { FORM_ASSIGNMENT_STATUSES } from "../../../contract/forms/vocabulary.ts";
import {
  DISMISS_REASONS,
  REOPEN_REASONS,
  RESOLUTION_TYPES,
} from "../../../contract/inbox/vocabulary.ts";
import { CSV_OUTCOMES } from "../../../contract/invitations/vocabulary.ts";
import { SKIP_REASONS } from "../../../contract/quick-log/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { messages as german } from "../../../web/texts/de/index.ts";
import { messages as english } from "../../../web/texts/en/index.ts";

/** Codes that say how something ended or was closed, by the texts that show them. */
const CLOSING_CODES: readonly (readonly [string, readonly string[]])[] = [
  ["client.why.", TASK_EXPLANATION_CODES],
  ["client.state.", TASK_STATUSES],
  ["client.skip.", SKIP_REASONS],
  ["client.form.", FORM_ASSIGNMENT_STATUSES],
  ["clients.status.", RELATIONSHIP_STATUSES],
  ["inbox.resolution.", RESOLUTION_TYPES],
  ["inbox.dismissal.", DISMISS_REASONS],
  ["timeline.dismissal.", DISMISS_REASONS],
  ["timeline.resolution.", RESOLUTION_TYPES],
  ["inbox.wake.", REOPEN_REASONS],
  ["onboarding.outcome.", CSV_OUTCOMES],
];

test.each(CLOSING_CODES)(
  "each code of the contract that the console shows as %s has a text in English and in German",
  (prefix, codes) => {
    for (const texts of [english, german]) {
      const missing = codes.filter((code) => !Object.hasOwn(texts, `${prefix}${code}`));
      expect(missing).toEqual([]);
    }
  },
);
