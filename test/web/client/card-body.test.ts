import { describe, expect, test } from "@jest/globals";
import { planContentSchema } from "../../../contract/plans/content-schema.ts";
import { type TypedCard, cardBody } from "../../../web/client/reminders/card-body.ts";

const typed: TypedCard = {
  title: " Bring your belt ",
  text: "",
  repeats: "DAILY",
  weekdays: [],
  from: "2026-11-26",
  until: "",
};

/** The body of a card that the API would take. */
function bodyOf(changed: Partial<TypedCard>) {
  const body = cardBody({ ...typed, ...changed }, typed.from);
  if (typeof body === "string") throw new TypeError(body);
  expect(planContentSchema.safeParse(body.content).success).toBe(true);
  return body;
}

describe("a reminder card", () => {
  test("comes every day from its first day, without an end unless one is typed", () => {
    expect(bodyOf({})).toEqual({
      content: {
        kind: "CUSTOM_REMINDER",
        title: "Bring your belt",
        instructions: null,
        recurrence: { rrule: "FREQ=DAILY" },
      },
      dates: { startDate: "2026-11-26" },
    });
    expect(bodyOf({ until: "2026-12-24" }).dates.endDate).toBe("2026-12-24");
  });

  test("comes on the chosen weekdays in the order of the week, or once on its day", () => {
    const { content } = bodyOf({ repeats: "WEEKLY", weekdays: ["FR", "MO"], text: " Leather " });
    expect(content.recurrence.rrule).toBe("FREQ=WEEKLY;BYDAY=MO,FR");
    expect(content.instructions).toBe("Leather");
    expect(bodyOf({ repeats: "ONCE", until: "2027-01-01" }).dates).toEqual({
      startDate: "2026-11-26",
      endDate: "2026-11-26",
    });
  });

  test("names what is missing: title, day that is not over, weekday, or a last day that is not before the first", () => {
    const faultOf = (changed: Partial<TypedCard>) => cardBody({ ...typed, ...changed }, typed.from);
    expect(faultOf({ title: "  " })).toBe("NO_TITLE");
    expect(faultOf({ from: "" })).toBe("NO_DATE");
    expect(faultOf({ from: "2026-11-25" })).toBe("IN_PAST");
    expect(faultOf({ repeats: "WEEKLY" })).toBe("NO_WEEKDAY");
    expect(faultOf({ until: "2026-11-25" })).toBe("ENDS_BEFORE");
  });
});
