import { expect, test } from "@jest/globals";
import { deviceClient } from "../../../device/adapters/web/tabs/device-client.ts";
import { serveDevice } from "../../../device/adapters/web/tabs/serve-device.ts";
import { makeDrawnRandom } from "../../../device/testing/drawn-random.ts";
import { makeDeviceWorld } from "../../factories/device/device-world.ts";
import { problem, success } from "../../factories/device/fake-api.ts";
import { makeTabs } from "./fake-tabs.ts";

test("A page uses a part of the whole device through the worker", async () => {
  const world = makeDeviceWorld();
  const tabs = makeTabs();
  const { options } = tabs.startWorker();
  const open = async () => await world.open();
  void serveDevice({ ...options, open, pause: async () => await Promise.resolve() });
  const { uuid } = makeDrawnRandom(1);
  const page = deviceClient({ channel: tabs.channel(), surface: "CLIENT_MOBILE", uuid });
  const invitation = { workspaceName: "Studio", coachDisplayName: "Cora" };
  world.intercept = ({ body }) =>
    body?.includes('"known"') === true ? success(invitation) : problem({ code: "NOT_FOUND" });

  const account = await page.part("account");

  expect(await account.preview({ invitationToken: "known" })).toEqual({
    kind: "INVITATION",
    invitation,
  });
  expect(await account.preview({ invitationToken: "other" })).toEqual({
    kind: "REFUSED",
    code: "NOT_FOUND",
  });
  expect(await account.accept(ACCEPTANCE)).toEqual({ kind: "SIGN_IN" });
});

const ACCEPTANCE = {
  invitationToken: "known",
  displayName: "Ana",
  termsVersion: "1",
  privacyVersion: "1",
};
