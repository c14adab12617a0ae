import type { components } from "../../api/routes.d.ts";

/**
 * A typed card as the API takes it: the plan, and the dates of its assignment; or what is missing.
 *
 * @param today the present date at the client's place, before which no card is shown any more.
 */
export function cardBody(typed: TypedCard, today: string): CardBody | CardFault {
  const { title, text, repeats, weekdays, from, until } = typed;
  if (title.trim() === "") return "NO_TITLE";
  if (from === "") return "NO_DATE";
  if (from < today) return "IN_PAST";
  if (repeats === "WEEKLY" && weekdays.length === 0) return "NO_WEEKDAY";
  const endDate = repeats === "ONCE" ? from : until;
  if (endDate !== "" && endDate < from) return "ENDS_BEFORE";
  const days = WEEKDAYS.filter((day) => weekdays.includes(day));
  const rrule = repeats === "WEEKLY" ? `FREQ=WEEKLY;BYDAY=${days.join()}` : "FREQ=DAILY";
  return {
    content: {
      kind: "CUSTOM_REMINDER",
      title: title.trim(),
      instructions: text.trim() === "" ? null : text.trim(),
      recurrence: { rrule },
    },
    dates: { startDate: from, ...(endDate !== "" && { endDate }) },
  };
}

/** A coach's input in the form of a card. */
export interface TypedCard {
  readonly title: string;
  readonly text: string;
  readonly repeats: CardRepeats;
  readonly weekdays: readonly Weekday[];
  /** Local dates of the client; an empty `until` is open. */
  readonly from: string;
  readonly until: string;
}

/** How often a card comes. */
export const CARD_REPEATS = ["DAILY", "WEEKLY", "ONCE"] as const;
export type CardRepeats = (typeof CARD_REPEATS)[number];

/** The weekdays by their names in a rule, from Monday. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface CardBody {
  readonly content: components["schemas"]["PlanContentCustomReminderInput"];
  readonly dates: { readonly startDate: string; readonly endDate?: string };
}

/** Why a card cannot be given yet. */
export type CardFault = "NO_TITLE" | "NO_DATE" | "IN_PAST" | "NO_WEEKDAY" | "ENDS_BEFORE";

/** Longest title and text that the API takes. */
export const CARD_LENGTHS = { title: 120, text: 2000 } as const;
