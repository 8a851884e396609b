import request from "supertest";
import { now } from "../../../src/lib/clock.js";
import { generateToken, SCIM_TOKEN, sha256 } from "../../../src/lib/secrets.js";
import { ProvisioningToken } from "../../../src/models/organisations/provisioning-tokens.js";
import type { User } from "../../../src/models/user.js";
import type { World } from "../app/world.js";
import { makeOrganisation } from "../organisations/organisations.js";

export const PATCH_SCHEMAS = { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"] };

/** What a directory sends. */
export class Directory {
  constructor(
    private readonly world: Partial<Pick<World, "server">>,
    readonly organisationId: string,
    readonly token: string,
  ) {}

  send(method: "get" | "post" | "put" | "patch" | "delete", path: string, body?: object): request.Test {
    const sent = request(this.world.server!)
      [method](`/scim/v2${path}`)
      .set("Authorization", `Bearer ${this.token}`);
    return body === undefined
      ? sent
      : sent.set("Content-Type", "application/scim+json").send(JSON.stringify(body));
  }

  get = (path: string) => this.send("get", path);
  post = (path: string, body: object) => this.send("post", path, body);
  put = (path: string, body: object) => this.send("put", path, body);
  delete = (path: string) => this.send("delete", path);
  patch = (path: string, ...Operations: object[]) =>
    this.send("patch", path, { ...PATCH_SCHEMAS, Operations });

  /** The resources of a list. */
  async list(path: string): Promise<Record<string, unknown>[]> {
    const { body } = await this.get(path).expect(200);
    return (body as { Resources: Record<string, unknown>[] }).Resources;
  }

  /** Provisions a person. @returns the id */
  async add(userName: string, more: object = {}): Promise<string> {
    const { body } = await this.post("/Users", { userName, ...more }).expect(201);
    return (body as { id: string }).id;
  }
}

/** An organisation with this verified domain, and a directory with a token for it. Provisioning is on. */
export async function makeDirectory(
  world: Pick<World, "services"> & Partial<Pick<World, "server">>,
  owner: User,
  { slug = "acme", domain = `${slug}.example` }: { slug?: string; domain?: string } = {},
): Promise<Directory> {
  const { knex, settings } = world.services;
  await settings.write({ "organisations.scim": "1" });
  const { id } = await makeOrganisation(world, owner, {}, { name: slug, slug });
  const row = { organisation_id: id, domain, challenge: "x".repeat(43), created_at: now() };
  await knex("organisation_domains").insert({ ...row, verified_domain: domain, verified_at: now() });
  const token = generateToken(SCIM_TOKEN);
  const columns = { name: "Entra ID", token_hash: sha256(token), created_by: owner.id };
  await ProvisioningToken.query(knex).insert({ organisation_id: id, ...columns });
  return new Directory(world, id, token);
}
