import { describeBasicProfile } from "../../support/oauth/basic-profile.js";

describe("oidcc-formpost-basic-certification-test-plan", () => describeBasicProfile("form_post"));
