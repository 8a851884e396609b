import {
  changePerson,
  createPerson,
  getPerson,
  listPeople,
  removePerson,
} from "../domain/provisioning/people.js";
import type { PersonChanges } from "../domain/provisioning/accounts.js";
import type { ProvisioningCall } from "../domain/provisioning/provisioning-call.js";
import { toRfc3339 } from "../lib/clock.js";
import {
  MAX_EXTERNAL_ID,
  type PeopleCondition,
  type ProvisionedPerson,
} from "../models/organisations/provisioned-people.js";
import { fullNameOf } from "../models/public-user.js";
import { attributesIn, booleanOf, optionalText, textOf, type Values } from "./attributes.js";
import { invalidValue, ScimFailure } from "./failures.js";
import { readFilter, type Equality } from "./filters.js";
import { attributeChoice, listResponse, pageOf, single, type Query, type Resource } from "./lists.js";
import { patchActs, type PatchAct } from "./patch.js";
import type { ResourceHandlers } from "./resource-handlers.js";
import { USER } from "./schemas.js";

/** `/Users` (RFC 7644, section 3). @param base the address of the service */
export const usersAt = (base: string): ResourceHandlers => ({
  list: async (call, query) => {
    const { startIndex, limit } = pageOf(query);
    const { total, people } = await listPeople(call, conditionIn(query), { offset: startIndex - 1, limit });
    const choose = attributeChoice(query);
    const resources = people.map((person) => choose(present(base, person)));
    return listResponse(resources, total, startIndex);
  },
  show: async (call, id) => present(base, await getPerson(call, id)),
  create: async (call, body) => {
    const { email, ...person } = personIn(body);
    if (email === undefined) throw invalidValue("userName is required.");
    return present(base, await createPerson(call, { email, ...person }));
  },
  replace: async (call, id, body) => change(base, call, id, { external_id: null, ...personIn(body) }),
  patch: async (call, id, body) => change(base, call, id, patched(patchActs(body))),
  remove: (call, id) => removePerson(call, id),
});

const change = async (base: string, call: ProvisioningCall, id: string, changes: PersonChanges) =>
  present(base, await changePerson(call, id, changes));

function present(base: string, person: ProvisionedPerson): Resource {
  const { id, external_id: externalId, email, role } = person;
  return {
    schemas: [USER],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    name: { givenName: person.first_name, familyName: person.last_name },
    displayName: fullNameOf(person),
    emails: [{ value: email, type: "work", primary: true }],
    active: role !== null,
    meta: {
      resourceType: "User",
      created: toRfc3339(person.created_at),
      lastModified: toRfc3339(person.updated_at),
      location: `${base}/Users/${id}`,
    },
  } as Resource;
}

/** What a whole resource says of a person. Names that are left out are taken from `displayName`. @throws ScimFailure */
function personIn(body: Values): PersonChanges {
  const changes: PersonChanges = {};
  let displayed = "";
  for (const [name, value] of attributesIn(body)) {
    if (name === "displayname" && typeof value === "string") displayed = value.trim();
    // null is no value (RFC 7643, section 2.5)
    if (value !== null) assign(changes, name, value);
  }
  const words = displayed === "" ? [] : displayed.split(/\s+/);
  if (words.length === 0) return changes;
  const first = words.slice(0, Math.max(1, words.length - 1)).join(" ");
  return { first_name: first, last_name: words.at(-1)!, ...changes };
}

/** Attributes that this service doesn't keep are left out. @throws ScimFailure */
function assign(changes: PersonChanges, attribute: string, value: unknown): void {
  if (attribute === "username") changes.email = addressOf(value);
  else if (attribute === "name.givenname") changes.first_name = textOf("name.givenName", value);
  else if (attribute === "name.familyname") changes.last_name = textOf("name.familyName", value);
  else if (attribute === "externalid")
    changes.external_id = optionalText("externalId", value, MAX_EXTERNAL_ID);
  else if (attribute === "active") changes.active = booleanOf("active", value);
  else if (attribute === "name") throw invalidValue("name must be an object.");
}

function addressOf(value: unknown): string {
  const address = textOf("userName", value).trim();
  if (!address.includes("@")) throw invalidValue("userName must be an email address.");
  return address;
}

function patched(acts: readonly PatchAct[]): PersonChanges {
  const changes: PersonChanges = {};
  for (const { op, attribute, value } of acts) {
    if (op !== "remove") assign(changes, attribute, value);
    else if (attribute === "externalid") changes.external_id = null;
    else if (REQUIRED.has(attribute))
      throw new ScimFailure(400, "mutability", `${attribute} can't be removed.`);
  }
  return changes;
}

const REQUIRED = new Set(["username", "name", "name.givenname", "name.familyname", "active"]);

const conditionIn = (query: Query): PeopleCondition => {
  const filter = single(query, "filter");
  return filter === undefined || filter.trim() === "" ? { all: [] } : conditionOf(readFilter(filter));
};

function conditionOf(filter: Equality): PeopleCondition {
  if (filter.op !== "eq") {
    const parts = filter.parts.map(conditionOf);
    return filter.op === "and" ? { all: parts } : { any: parts };
  }
  const { attribute, value } = filter;
  if (attribute === "active") return { field: "active", is: booleanOf("active", value) };
  const field = FIELDS.get(attribute);
  // every address here is of this type
  if (attribute === "emails.type") return value === "work" ? { all: [] } : { any: [] };
  if (field === undefined)
    throw new ScimFailure(400, "invalidFilter", `Users can't be filtered by ${attribute}.`);
  if (typeof value !== "string")
    throw new ScimFailure(400, "invalidFilter", `Compare ${attribute} with a string.`);
  return { field, is: value };
}

const FIELDS: ReadonlyMap<string, "id" | "email" | "external_id"> = new Map([
  ["id", "id"],
  ["externalid", "external_id"],
  ["username", "email"],
  ["emails", "email"],
  ["emails.value", "email"],
]);
