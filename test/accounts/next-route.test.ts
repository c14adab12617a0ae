import { describe, expect, test } from "@jest/globals";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { ONBOARDING_TASK_STATUSES } from "../../contract/onboarding/vocabulary.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";

const ASKED = ["READY", "OPENED"] as const;
const CLOSED = [null, "COMPLETED", "CANCELLED", "EXPIRED"] as const;

const routesOf = (taskStatus: Parameters<typeof nextRoute>[1]) =>
  Object.fromEntries(
    RELATIONSHIP_STATUSES.map((status) => [status, nextRoute(status, taskStatus)]),
  );

describe("The next route", () => {
  test.each(ASKED)(
    "leads to the questionnaire while its task is %s and nothing is paused",
    (at) => {
      expect(routesOf(at)).toEqual({
        ONBOARDING: "ONBOARDING_QUESTIONNAIRE",
        ACTIVE: "ONBOARDING_QUESTIONNAIRE",
        PAUSED: "TODAY",
        ENDED: "INVITE_REQUIRED",
      });
    },
  );

  test("leads to the welcome, then to today, once the questionnaire was skipped", () => {
    expect(routesOf("SKIPPED_FOR_NOW")).toEqual({
      ONBOARDING: "LIGHTWEIGHT_WELCOME",
      ACTIVE: "TODAY",
      PAUSED: "TODAY",
      ENDED: "INVITE_REQUIRED",
    });
  });

  test.each(CLOSED)(
    "finding 4: stuck in ONBOARDING: leads to the baseline while the task is %s",
    (at) => {
      expect(routesOf(at)).toEqual({
        ONBOARDING: "BASELINE",
        ACTIVE: "TODAY",
        PAUSED: "TODAY",
        ENDED: "INVITE_REQUIRED",
      });
    },
  );

  test("needs an invitation without a relationship, whatever a former one left", () => {
    for (const at of [null, ...ONBOARDING_TASK_STATUSES]) {
      expect(nextRoute(null, at)).toBe("INVITE_REQUIRED");
    }
  });
});
