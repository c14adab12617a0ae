import { expect, test } from "@jest/globals";
import { applyAppearance } from "../../../web/settings/appearance/appearance.ts";

test("a chosen theme and density stand at the root, and the usual ones leave nothing there", () => {
  const root: Pick<HTMLElement, "dataset"> = { dataset: {} };
  applyAppearance(root, { theme: "dark", density: "compact" });
  expect(root.dataset).toEqual({ theme: "dark", density: "compact" });
  applyAppearance(root, { theme: "system", density: "roomy" });
  expect(root.dataset).toEqual({});
});
