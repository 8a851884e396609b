.PHONY: run test check bench fuzz torture

# Shortcuts for the npm scripts. Everything works without make too.
INSTALLED := node_modules/.package-lock.json
BUILT := dist/.built

# npm updates this copy of the lock file with every install
$(INSTALLED): package-lock.json
	npm ci
	@touch $@

$(BUILT): $(INSTALLED) package.json knexfile.ts $(wildcard tsconfig*.json) $(shell find src migrations openapi views -type f)
	@npm run --silent build
	@touch $@

run: $(BUILT)
	@node scripts/first-run.mjs
	@node dist/src/cli.js migrate
	@node dist/src/cli.js seed
	@exec node dist/src/main.js

test: $(INSTALLED)
	npm run check
	npm test

check: $(INSTALLED)
	npm run check

bench: $(INSTALLED)
	npm run bench

fuzz: $(INSTALLED)
	npm run fuzz

torture: $(INSTALLED)
	npm run torture
