/** Installs what lints, mocks and converts the contract, for machines that have no network later. */
import { contractTools } from "./tools.js";

contractTools.install();
