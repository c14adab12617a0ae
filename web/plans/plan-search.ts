/** The part of the address that belongs to one plan: the revision or the draft, and the open day of a program. */
export function planSearch(search: Readonly<Record<string, unknown>>): PlanSearch {
  const view = PLAN_VIEWS.find((known) => known === search["view"]);
  const [week, day] = [Number(search["week"]), Number(search["day"])];
  const isPlace = Number.isInteger(week) && week >= 1 && Number.isInteger(day) && day >= 1;
  return { ...(view && { view }), ...(isPlace && day <= DAYS_A_WEEK && { week, day }) };
}

/** Views of a plan's page. */
export const PLAN_VIEWS = ["draft", "published"] as const;
export type PlanView = (typeof PLAN_VIEWS)[number];

export interface PlanSearch {
  /** Without one, the draft if there is one. */
  readonly view?: PlanView;
  readonly week?: number;
  readonly day?: number;
}

const DAYS_A_WEEK = 7;
