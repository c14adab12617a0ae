/** The light build, without subtitles and encryption, has the types of the whole; the package declares none for it. */
declare module "hls.js/light" {
  import Hls from "hls.js";
  export default Hls;
}
