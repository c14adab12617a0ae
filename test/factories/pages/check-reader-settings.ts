import type { Page } from "puppeteer-core";
import * as z from "zod";

/**
 * Checks a page under the reader's own settings. Magnified by 400 %, no heading is cut and nothing lies over its
 * neighbour. With forced colours, what is chosen looks different from what is not. With reduced motion, nothing moves.
 */
export async function checkReaderSettings(page: Page, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async (view: string, script: string) => {
    const findings = z.array(z.string()).parse(await page.evaluate(script));
    found.push(...findings.map((finding) => `${name}-${view}: ${finding}`));
  };
  await page.emulateMediaFeatures([]);
  await page.setViewport(MAGNIFIED);
  await look("400", CUT);
  await page.setViewport({ width: 1280, height: 800 });
  await page.emulateMediaFeatures([{ name: "forced-colors", value: "active" }]);
  await look("forced-colors", ALIKE);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await look("reduced-motion", MOVING);
  await page.emulateMediaFeatures([]);
  return found;
}

/** A window of 1280 by 1024 pixels at 400 %. */
const MAGNIFIED = { width: 320, height: 256, deviceScaleFactor: 4 };

const CUT = `(() => {
  const found = [];
  for (const heading of document.querySelectorAll("main h1, main h2, main h3")) {
    if (heading.closest(".vh") || heading.offsetParent === null) continue;
    const isCut = getComputedStyle(heading).overflowX !== "visible";
    if (isCut && heading.scrollWidth > heading.clientWidth + 1) found.push("a cut heading");
  }
  const blocks = [...document.querySelectorAll("main > *")]
    .filter((block) => getComputedStyle(block).position === "static")
    .map((block) => block.getBoundingClientRect())
    .filter(({ height }) => height > 0);
  for (let nth = 1; nth < blocks.length; nth += 1)
    if (blocks[nth].top < blocks[nth - 1].bottom - 1) found.push("blocks over each other");
  const main = document.querySelector("main");
  if (main !== null && main.scrollHeight > main.clientHeight + 1) {
    const { overflowY } = getComputedStyle(main);
    if (overflowY === "visible") found.push("content below the end of its page");
  }
  return [...new Set(found)];
})()`;

/** Compares what is chosen with an element beside it that is not. */
const ALIKE = `(() => {
  const found = [];
  const looks = (one) => {
    const { backgroundColor, borderColor, borderBottomColor, outlineStyle } = getComputedStyle(one);
    return [backgroundColor, borderColor, borderBottomColor, outlineStyle].join(" ");
  };
  const names = ["aria-pressed", "aria-checked", "aria-selected", "aria-current"];
  for (const name of names)
    for (const chosen of document.querySelectorAll("[" + name + "]:not([" + name + "=false])")) {
      if (chosen.offsetParent === null || chosen.matches("option")) continue;
      const isLike = (one) => one.tagName === chosen.tagName && one.className === chosen.className;
      const other = [...chosen.parentElement.children].find(
        (one) => isLike(one) && (one.getAttribute(name) ?? "false") === "false",
      );
      if (other !== undefined && looks(other) === looks(chosen))
        found.push(name + " is not seen: " + chosen.outerHTML.slice(0, 80));
    }
  for (const one of document.querySelectorAll("[role=switch]"))
    if (getComputedStyle(one).borderStyle === "none") found.push("a switch without a border");
  return found;
})()`;

const MOVING = `[...document.querySelectorAll("*")].flatMap((one) => {
  const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(one);
  const seconds = [transitionDuration, animationDuration].join().split(",").map(Number.parseFloat);
  const isMoving = seconds.some((duration) => duration > 0.02) || scrollBehavior === "smooth";
  return isMoving ? ["moves: " + one.outerHTML.slice(0, 80)] : [];
})`;
