import { Option, type Command } from "commander";
import { presentClient, presentClientNow } from "../api/presenters/api-clients.js";
import { CLIENT_SORTS, listClients } from "../domain/oauth/clients/client-list.js";
import { roleOfClient } from "../domain/oauth/clients/client-role.js";
import {
  createClient,
  deleteClient,
  rotateClientSecret,
  updateClient,
} from "../domain/oauth/clients/clients.js";
import { DEVICE_GRANT, type GrantType } from "../domain/oauth/grants/grant-types.js";
import { getClient } from "../domain/oauth/clients/managed-clients.js";
import { restoreDocumentClient } from "../domain/oauth/self-described/restored-clients.js";
import type { ClientType, OAuthClient } from "../models/oauth-client.js";
import type { OptionInput } from "../domain/oauth/clients/client-options.js";
import { chosenOption } from "./client-options.js";
import type { CommandLine } from "./command-line.js";
import { pageLine, pageOptions, repeated, type PageOptions } from "./options.js";
import { properties, table } from "./tables.js";

const SORTS = CLIENT_SORTS.flatMap((name) => [name, `-${name}`]);

/** `client …`. `<client>` is an id. */
export function addClientCommands(program: Command, line: CommandLine): void {
  const clients = program.command("client").alias("clients").description("OAuth2 clients; <client> is an id");
  const list = clients
    .command("list")
    .description("list clients")
    .option("--search <words>", "in name and id", "")
    .addOption(new Option("--sort <field>", "the order").choices(SORTS).default("name"));
  for (const option of pageOptions()) list.addOption(option);
  list.action((options: ListOptions) => showList(line, options));
  clients
    .command("show <client>")
    .description("show a client")
    .action(async (id: string) => {
      const { services, actor } = await line.operator();
      await showClient(line, await getClient(services.knex, actor, id));
    });
  addCreation(clients, line);
  addUpdate(clients, line);
  clients
    .command("rotate <client>")
    .description("replace the secret of a client; the old one is rejected from then on")
    .action(async (id: string) => {
      const { client, secret } = await rotateClientSecret(await line.operator(), id);
      line.print({ id: client.id, name: client.name, secret }, [
        `${client.name} (${client.id})`,
        ...secretLines(secret),
      ]);
    });
  clients
    .command("delete <client>")
    .description("delete a client and end all its access")
    .action(async (id: string) => {
      const { name } = await deleteClient(await line.operator(), id);
      line.print({ id, name }, [`Deleted: ${name} (${id})`]);
    });
  clients
    .command("restore <address>")
    .description("let a deleted client ask users for access again that describes itself at this address")
    .action(async (address: string) => {
      const { id, name } = await restoreDocumentClient(await line.operator(), address);
      line.print({ id, name }, [`Restored: ${name} (${id})`]);
    });
}

interface ListOptions extends PageOptions {
  search: string;
  sort: string;
}

interface ClientOptions {
  redirect?: string[];
  afterLogout?: string[];
  introspect?: boolean;
  role?: string;
  homepage?: string;
  set?: OptionInput;
}

interface NewClientOptions extends ClientOptions {
  type: ClientType;
  grant?: string[];
}

const withDetails = (command: Command): Command =>
  command
    .option("--redirect <url>", "where users return after they have signed in; can be repeated", repeated)
    .option("--after-logout <url>", "where users return after sign-out; can be repeated", repeated)
    .option("--introspect", "let it introspect the tokens of other clients")
    .option("--no-introspect", "don't let it introspect them")
    .option("--role <role>", "the role with which it acts for itself; blank for none")
    .option("--homepage <url>", "the page about the application; blank for none")
    .option(
      "--set <option=value>",
      "a protocol option, such as code_binding=pkce_or_nonce (docs/oidc.md); can be repeated",
      chosenOption,
    );

function addCreation(clients: Command, line: CommandLine): void {
  withDetails(clients.command("create <name>"))
    .description("create a client; a confidential one gets a secret")
    .addOption(
      new Option("--type <type>", "whether it can keep a secret")
        .choices(["confidential", "public"])
        .default("confidential"),
    )
    .option(
      "--grant <grant>",
      "authorization_code, refresh_token, client_credentials or device_code; can be repeated; by default the first two",
      repeated,
    )
    .action((name: string, options: NewClientOptions) => create(line, name, options));
}

async function create(line: CommandLine, name: string, options: NewClientOptions): Promise<void> {
  const { type, grant = ["authorization_code", "refresh_token"] } = options;
  const { client, secret } = await createClient(await line.operator(), {
    ...{ name, type, grantTypes: grant.map(grantOf) },
    ...{ redirectUris: [], mayIntrospect: false },
    ...detailsOf(options),
  });
  const { client: presented } = await presentClientNow(line.services, client);
  const lines = secret === null ? [] : secretLines(secret);
  line.print({ ...presented, secret }, [...properties(presented), ...lines]);
}

/** The device grant has a long name (RFC 8628, section 3.4). */
const grantOf = (name: string): GrantType => (name === "device_code" ? DEVICE_GRANT : (name as GrantType));

const detailsOf = ({ redirect, afterLogout, introspect, role, homepage, set }: ClientOptions) => ({
  ...(redirect && { redirectUris: redirect }),
  ...(afterLogout && { postLogoutRedirectUris: afterLogout }),
  ...(introspect !== undefined && { mayIntrospect: introspect }),
  ...(role !== undefined && { role: role === "" ? null : role }),
  ...(homepage !== undefined && { homepageUrl: homepage }),
  ...(set && { options: set }),
});

function addUpdate(clients: Command, line: CommandLine): void {
  withDetails(clients.command("update <client>"))
    .description("change a client; what isn't given stays as it is")
    .option("--name <name>", "the name")
    .action(async (id: string, options: ClientOptions & { name?: string }) => {
      const { name, ...details } = options;
      const changes = { ...detailsOf(details), ...(name !== undefined && { name }) };
      await showClient(line, await updateClient(await line.operator(), id, changes));
    });
}

async function showClient(line: CommandLine, client: OAuthClient): Promise<void> {
  const { client: presented } = await presentClientNow(line.services, client);
  line.print(presented, properties(presented));
}

const secretLines = (secret: string): string[] => [`Secret: ${secret}   (shown only now)`];

async function showList(line: CommandLine, { search, ...page }: ListOptions): Promise<void> {
  const { services, actor } = await line.operator();
  const found = await listClients({ services, actor }, { ...page, search });
  const roles = await services.authority.current();
  const clients = found.items.map(({ client, ...use }) =>
    presentClient(services, client, { role: roleOfClient(roles, client)?.name ?? null, ...use }),
  );
  const rows = clients.map((one) => [
    one.id,
    one.name,
    one.type,
    one.role,
    one.active_tokens,
    one.last_used_at,
  ]);
  line.print({ items: clients, total: found.total, page: found.page, per_page: found.perPage }, [
    ...table(["ID", "NAME", "TYPE", "ROLE", "ACTIVE TOKENS", "LAST USED"], rows),
    pageLine(clients.length, found.total, found.page),
  ]);
}
