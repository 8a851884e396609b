.PHONY: run test check bench fuzz torture

# Everything works without make, too: these are names for the npm scripts.
node_modules: package-lock.json
	npm ci
	@touch node_modules

run: node_modules
	@node scripts/first-run.mjs
	@npm run --silent build
	@node dist/src/cli.js migrate
	@node dist/src/cli.js seed
	@node scripts/announce.mjs
	@exec node dist/src/main.js

test: node_modules
	npm run check
	npm test

check: node_modules
	npm run check

bench: node_modules
	npm run bench

fuzz: node_modules
	npm run fuzz

torture: node_modules
	npm run torture
