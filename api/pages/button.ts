/** A button that triggers an action of the page's script; the look `button` is for the most important one. */
export const button = (act: string, text: string, look: "button" | "plain" = "plain") =>
  `<p><button type="button" class="${look}" data-act="${act}">${text}</button></p>`;
