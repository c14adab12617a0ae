import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { openExpoFiles } from "../../../device/adapters/expo/expo-files.ts";
import { openFolderFiles } from "../../../device/adapters/node/folder-files.ts";
import { expoFileSystem } from "../../factories/device/expo-file-system.ts";
import { describeFilesConformance } from "./files-conformance.ts";

const newHome = () => fs.mkdtempSync(join(tmpdir(), "device-files-"));

describeFilesConformance("A folder of Node", async () => {
  const home = newHome();
  return {
    open: () => openFolderFiles(join(home, "files")),
    choose: async (bytes) => chosenIn(home, bytes),
    noFile: join(home, "none.jpg"),
    remove: async () => fs.rmSync(home, { recursive: true }),
  };
});

describe.each(["as a URI", "as a file of the package"])("A file that was chosen %s", (how) => {
  describeFilesConformance("A folder of expo-file-system's interface", async () => {
    const home = newHome();
    const system = expoFileSystem(home);
    return {
      open: () => openExpoFiles(system, "files"),
      choose: async (bytes) => {
        const path = chosenIn(home, bytes);
        return how === "as a URI" ? path : new system.File(path);
      },
      noFile: join(home, "none.jpg"),
      remove: async () => fs.rmSync(home, { recursive: true }),
    };
  });
});

test("A write of expo-file-system that fails while the phone has no room is full, and any other fault is thrown as it is.", async () => {
  const home = newHome();
  const roomless = await openExpoFiles(expoFileSystem(home, { room: 10 }), "files");
  const faulty = await openExpoFiles(expoFileSystem(home, { room: 1e9, fails: true }), "files");
  await expect(roomless.write("part", new Uint8Array(50))).rejects.toMatchObject({ kind: "FULL" });
  await expect(faulty.write("part", new Uint8Array(50))).rejects.toThrow("El disco");
  fs.rmSync(home, { recursive: true });
});

test("A write of expo-file-system of which only a part fits is full.", async () => {
  const home = newHome();
  const files = await openExpoFiles(expoFileSystem(home, { room: 10, isSilent: true }), "files");
  await expect(files.write("part", new Uint8Array(50))).rejects.toMatchObject({ kind: "FULL" });
  fs.rmSync(home, { recursive: true });
});

function chosenIn(home: string, bytes: Uint8Array): string {
  const path = join(home, "chosen.jpg");
  fs.writeFileSync(path, bytes);
  return path;
}
