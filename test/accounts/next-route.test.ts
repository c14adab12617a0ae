import { describe, expect, test } from "@jest/globals";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { ONBOARDING_TASK_STATUSES } from "../../contract/onboarding/vocabulary.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";

const ASKED = ["READY", "OPENED"] as const;
const NOT_ASKED = [
  null,
  ...ONBOARDING_TASK_STATUSES.filter((status) => status !== "READY" && status !== "OPENED"),
];

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

  test.each(NOT_ASKED)("leads to the welcome, then to today, while the task is %s", (at) => {
    expect(routesOf(at)).toEqual({
      ONBOARDING: "LIGHTWEIGHT_WELCOME",
      ACTIVE: "TODAY",
      PAUSED: "TODAY",
      ENDED: "INVITE_REQUIRED",
    });
  });

  test("needs an invitation without a relationship, whatever a former one left", () => {
    for (const at of [null, ...ONBOARDING_TASK_STATUSES]) {
      expect(nextRoute(null, at)).toBe("INVITE_REQUIRED");
    }
  });
});
