import { showHelp } from "../../workers/operator/show-help.ts";
import { AT_LENGTH, endOf, startJest } from "../harness/start-jest.ts";

showHelp(`Plays docker-compose.yml in containers, up to a green tour: npm run test:containers

It installs podman if it is missing, makes stand-ins for the images of Dockerfile and compose file, builds the
Dockerfile, and stores everything in /var/lib/containers/sideline. It needs the superuser of a Debian with Go, a JDK from
21 on and Maven, access to their registries, 20 GB of disk, and the ports 80 and 443. The first run takes an hour.`);

process.exitCode = await endOf(
  startJest(["test/containers/", "--runInBand", AT_LENGTH], { SIDELINE_CONTAINERS: "all" }),
);
