import { expect, test } from "@jest/globals";
import { routeAddress } from "../../../web/client/route-address.ts";

test("a route of the API opens the tab that shows it, with the day, workout or form that it names", () => {
  expect(routeAddress("/clients/1/days/2026-11-28")).toBe("/clients/1/today?day=2026-11-28");
  expect(routeAddress("/clients/1/form-submissions/2")).toBe("/clients/1/forms?form=2");
  expect(routeAddress("/clients/1/workouts/3")).toBe("/clients/1/workouts?session=3");
  expect(routeAddress("/clients/1/adherence")).toBe("/clients/1/weeks");
});

test("a route to a conversation opens the timeline, an unknown part the client, and a foreign route nothing", () => {
  expect(routeAddress("/clients/1/messages/4")).toBe("/clients/1/timeline");
  expect(routeAddress("/clients/1/unheard-of")).toBe("/clients/1/today");
  expect(routeAddress("https://elsewhere.example/clients/1")).toBeNull();
});
