import { describe, expect, test } from "@jest/globals";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { ONBOARDING_TASK_STATUSES } from "../../contract/onboarding/vocabulary.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";

const ASKED = ["READY", "OPENED"] as const;
const CLOSED = [null, "COMPLETED", "CANCELLED", "EXPIRED"] as const;

describe("The next route", () => {
  test.each(ASKED)(
    "is the questionnaire while its task is %s, unless the relationship is paused",
    (at) => {
      expect(routesOf(at)).toEqual({
        ONBOARDING: "ONBOARDING_QUESTIONNAIRE",
        ACTIVE: "ONBOARDING_QUESTIONNAIRE",
        PAUSED: "TODAY",
        ENDED: "INVITE_REQUIRED",
      });
    },
  );

  test("is the welcome, then today, once the questionnaire was skipped", () => {
    expect(routesOf("SKIPPED_FOR_NOW")).toEqual({
      ONBOARDING: "LIGHTWEIGHT_WELCOME",
      ACTIVE: "TODAY",
      PAUSED: "TODAY",
      ENDED: "INVITE_REQUIRED",
    });
  });

  test.each(CLOSED)("is the baseline during onboarding when the questionnaire task is %s", (at) => {
    expect(routesOf(at)).toEqual({
      ONBOARDING: "BASELINE",
      ACTIVE: "TODAY",
      PAUSED: "TODAY",
      ENDED: "INVITE_REQUIRED",
    });
  });

  test("is an invitation without a relationship, whatever tasks a former one left", () => {
    for (const at of [null, ...ONBOARDING_TASK_STATUSES]) {
      expect(nextRoute(null, at)).toBe("INVITE_REQUIRED");
    }
  });
});

function routesOf(taskStatus: Parameters<typeof nextRoute>[1]) {
  return Object.fromEntries(
    RELATIONSHIP_STATUSES.map((status) => [status, nextRoute(status, taskStatus)]),
  );
}
