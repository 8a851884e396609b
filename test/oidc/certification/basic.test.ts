import { describeBasicProfile } from "../../support/oauth/basic-profile.js";

describe("oidcc-basic-certification-test-plan", () => describeBasicProfile("query"));
