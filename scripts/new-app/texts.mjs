const changelog = () => `# Changelog

The format follows [Keep a Changelog](https://keepachangelog.com/en/1.1.0/), and versions follow
[Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`;

const readme = ({ title }) => `# ${title}

Sign-in, accounts, tokens and a versioned JSON API. TypeScript and Express; SQLite out of the box, MariaDB or MySQL in
production.

## Start

You need Node 20.19 or later and make. You don't need a compiler or a database server.

\`\`\`sh
make run    # installs, builds, migrates, seeds, prints the first administrator and serves http://localhost:3000
make test   # installs, checks and runs the fast tests, on SQLite; they need nothing but Node.js
\`\`\`

Open <http://localhost:3000> and sign in with the address and the one-time password that the first \`make run\` prints. Mails
are written to \`var/mail\`; open the link printed as _Local mailbox_ to read them. If port 3000 is taken, choose
another: \`PORT=3001 make run\`.

Without make: \`npm ci\`, \`npm run setup\`, \`npm run build\`, \`npm run migrate\`, \`npm run seed\`, \`npm start\`; and
\`npm run check\`, \`npm test\`. To change the code, use \`npm run dev\`; see [CONTRIBUTING.md](CONTRIBUTING.md).

## A first call

\`\`\`sh
curl -s http://localhost:3000/api/v1/auth/register -H 'Content-Type: application/json' -d '{
  "first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.test",
  "password": "correct-horse-battery", "password_confirmation": "correct-horse-battery"
}'
curl -s http://localhost:3000/api/v1/auth/me -H 'Authorization: Bearer <token of the answer>'
\`\`\`

As an administrator, open <http://localhost:3000/api-dock> to browse every operation.

## Make it yours

- \`/admin/settings\` changes the name, the logo, the colour and the rules of the accounts of a running service.
- [docs/tutorial.md](docs/tutorial.md) adds the first resource, with operations, permissions and a page;
  [docs/tutorial-fields.md](docs/tutorial-fields.md) a field of accounts and a setting.
- \`openapi/v1/openapi.yaml\` and \`openapi/oauth/openapi.yaml\` have the title and the description of the contracts.

## Documentation

- [docs/requirements.md](docs/requirements.md): the rules that the product keeps
- [docs/architecture.md](docs/architecture.md), [docs/decisions/](docs/decisions/): how the code is made, and why
- [docs/api.md](docs/api.md), [docs/clients.md](docs/clients.md), [docs/oauth.md](docs/oauth.md), [docs/oidc.md](docs/oidc.md): for
  programs
- [docs/contract.md](docs/contract.md), [docs/api-versioning.md](docs/api-versioning.md): the contract and its releases
- [docs/deployment.md](docs/deployment.md), [docs/maintenance.md](docs/maintenance.md), [docs/incidents.md](docs/incidents.md): bringing it to
  production, and keeping it there
- [docs/operations.md](docs/operations.md), [docs/monitoring.md](docs/monitoring.md), [docs/several-machines.md](docs/several-machines.md), [docs/scaling.md](docs/scaling.md), [docs/upgrading.md](docs/upgrading.md): running it
- [docs/security.md](docs/security.md), [SECURITY.md](SECURITY.md): security

${title} is built on Authdock, under the [MIT license](LICENSE). Commands and metrics keep its name (\`authdock …\`,
\`authdock_api_responses_total\`). [docs/product.md](docs/product.md) brings later fixes of it here.
`;

/** The files that the new product gets instead of those of this repository. */
export const WRITTEN = { "README.md": readme, "CHANGELOG.md": changelog };
