import fc from "fast-check";
import { campaignSeed } from "./campaign.ts";

// Every property draws from the run's one seed: an ordinary run is the same each time, a campaign says what it drew from.
fc.configureGlobal({ seed: campaignSeed() });
