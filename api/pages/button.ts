/** A button that triggers an action of the page's script; the look `button` is for the most important one. */
export const button = (
  act: string,
  text: string,
  style: "button" | "button danger" | "plain" = "plain",
) => `<p><button type="button" class="${style}" data-act="${act}">${text}</button></p>`;
