import { debianRung } from "../../processes/debian-package.ts";
import { findProgram, type ProgramSearch, tryProgram } from "../../processes/program-ladder.ts";
import { fileRung, pathRung } from "../../temporal/temporal-binary.ts";

/** Finds HAProxy: an installed one, or the package of Debian, unpacked without installing it. Throws ProgramMissing. */
export async function findHaproxy(search: ProgramSearch): Promise<string> {
  const { path } = await findProgram({
    title: "HAProxy",
    rungs: [
      pathRung(search.env, "haproxy"),
      fileRung("/usr/sbin", "/usr/sbin/haproxy"),
      debianRung(search, HAPROXY),
    ],
    proveWorking: async (program) => {
      const { ok, output } = await tryProgram(program, ["-v"]);
      return ok ? null : `${program} does not run: ${output}`;
    },
    advice: "Install it, on Debian with: apt-get install haproxy",
  });
  return path;
}

/** HAProxy with the libraries that a small image of Debian lacks. */
const HAPROXY = {
  title: "HAProxy",
  packages: ["haproxy", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1"],
  program: "usr/sbin/haproxy",
} as const;
