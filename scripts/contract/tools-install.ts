/** Installs the tools for the contract in advance, for machines that will have no network. */
import { contractTools } from "./tools.js";

contractTools.install();
