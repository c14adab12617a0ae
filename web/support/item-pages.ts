import type { ReactNode } from "react";
import { DevicePage } from "./devices/device-page.tsx";
import { OperationPage } from "./operations/operation-page.tsx";
import { RequestPage } from "./operations/request-page.tsx";
import { TaskPage } from "./operations/task-page.tsx";
import { OnboardingPage } from "./people/onboarding-page.tsx";
import { PersonPage } from "./people/person-page.tsx";
import type { ItemPageProps, ItemPart } from "./support-place.ts";

/** The page of one thing, by its part of the address. */
export const ITEM_PAGES: Readonly<Record<ItemPart, (props: ItemPageProps) => ReactNode>> = {
  people: PersonPage,
  devices: DevicePage,
  requests: RequestPage,
  onboarding: OnboardingPage,
  tasks: TaskPage,
  operations: OperationPage,
};
