/** The package declares no types for this file (`tus-upload.ts`). */
declare module "tus-js-client/lib.es5/upload.js" {
  const upload: unknown;
  export default upload;
}
