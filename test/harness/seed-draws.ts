import fc from "fast-check";
import { campaignSeed } from "./campaign.ts";

// Every property draws from the run's one seed: an ordinary run is always the same, and a campaign prints its seed.
fc.configureGlobal({ seed: campaignSeed() });
