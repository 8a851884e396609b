import { AGENTS_PATH } from "../domain/oauth/tokens/resources.js";
import { PATHS } from "../oauth/paths.js";

/** The address of the metadata of the endpoint for agents (RFC 9728, section 3.1). */
export const METADATA = PATHS.resourceOfOrigin + AGENTS_PATH;
