import { get } from "../../../server/table.js";
import { showAllOrganisations } from "./organisations.js";

export const ALL_ORGANISATIONS_ROUTES = [
  get("admin.organisations.index", ["auth", "can:organisations.read"], showAllOrganisations),
];
