// The documents for Swagger UI. It copies its document into Immutable.js data at the start, and reads it into a model of
// its own for each part that it resolves. Both take seconds on a phone, so it gets an outline at first, and a document
// with only the part that it resolves.
import { METHODS } from "./contract.js";
import { say } from "./page.js";

const FORM = "application/x-www-form-urlencoded";

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

/** The document with this host as its server. */
const here = ({ servers, ...document }) => ({
  ...document,
  servers: servers?.map((server) => ({ ...server, url: new URL(server.url, location.origin).pathname })),
});

const outlineOfOperation = ({ operationId, tags, summary, security, servers }) => ({
  operationId,
  tags,
  summary,
  security,
  ...(servers && { servers }),
});

/** The document with what the list of operations needs, and the names of the schemas. */
export function outlineOf({ document }) {
  const { schemas = {}, securitySchemes = {} } = document.components ?? {};
  const paths = mapped(document.paths, (item) =>
    mapped(item, (value, key) => (METHODS.includes(key) ? outlineOfOperation(value) : value)),
  );
  return here({ ...document, paths, components: { schemas: mapped(schemas, () => ({})), securitySchemes } });
}

/** The components that a node refers to, directly or through others: `{ schemas: { User: … } }`. */
function componentsFor(start, components = {}) {
  const found = {};
  const visit = (node) => {
    if (typeof node !== "object" || node === null) return;
    const [, , group, name] = typeof node.$ref === "string" ? node.$ref.split("/") : [];
    const component = components[group]?.[name];
    if (component !== undefined && found[group]?.[name] === undefined) {
      (found[group] ??= {})[name] = component;
      visit(component);
    }
    Object.values(node).forEach(visit);
  };
  visit(start);
  return found;
}

/** A parameter. Swagger UI sends every example, so a sample If-Match would always fail. Form bodies keep theirs. */
function emptied(contract, parameter) {
  const { example, ...rest } = contract.resolve(parameter);
  if (example === undefined || rest.required || ["object", "array"].includes(rest.schema?.type))
    return parameter;
  return {
    ...rest,
    description: `${rest.description ?? ""} ${say("form.example")}: \`${example}\``.trim(),
  };
}

/** Swagger UI invents values for form fields. Required fields with choices keep them. */
function withEmptyForm(contract, body) {
  const media = body.content?.[FORM];
  if (!media) return body;
  const { properties = {}, ...schema } = contract.resolve(media.schema);
  const fields = mapped(properties, (property, name) => {
    const resolved = contract.resolve(property);
    return resolved.enum && schema.required?.includes(name) ? resolved : { ...resolved, example: "" };
  });
  return { ...body, content: { ...body.content, [FORM]: { schema: { ...schema, properties: fields } } } };
}

/** A path or operation with empty optional parameters and forms. */
function unfilled(contract, object) {
  const { parameters, requestBody } = object;
  return {
    ...object,
    ...(parameters && { parameters: parameters.map((parameter) => emptied(contract, parameter)) }),
    ...(requestBody && { requestBody: withEmptyForm(contract, requestBody) }),
  };
}

/** The responses that the page leaves to Swagger UI. It shows failures itself. */
const successesOf = (responses = {}) =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400));

/** The path with one of its operations. */
function withOperation(contract, item, method) {
  const { "x-codeSamples": _samples, ...operation } = item[method];
  const rest = Object.entries(item).filter(([key]) => !METHODS.includes(key));
  const responses = successesOf(operation.responses);
  return {
    ...unfilled(contract, Object.fromEntries(rest)),
    [method]: unfilled(contract, { ...operation, responses }),
  };
}

/** The document with only the part at this path: an operation, a component, or a group of components. */
export function partOf(contract, [kind, name, member]) {
  const { paths, components = {}, ...rest } = contract.document;
  if (kind === "paths") {
    const item = withOperation(contract, paths[name], member);
    return here({ ...rest, paths: { [name]: item }, components: componentsFor(item, components) });
  }
  const group = member === undefined ? components[name] : { [member]: components[name][member] };
  const used = componentsFor(group, components);
  return here({ ...rest, paths: {}, components: { ...used, [name]: { ...used[name], ...group } } });
}

/** The names of the schemas of operations that the reader can call. */
export const schemasOfCallable = ({ operations }) =>
  new Set(operations.filter(({ callable }) => callable).flatMap(({ schemas }) => schemas));

/** Gives Swagger UI the parts that it resolves. */
export const documentsPlugin = (contract) => ({
  afterLoad() {
    const { resolveSubtree } = this.fn;
    this.fn.resolveSubtree = (_outline, path, options) =>
      resolveSubtree(partOf(contract, path), path, options);
  },
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree:
          (original, { specActions }) =>
          (path) => {
            // no security scheme refers to anything
            if (path.join() === "components,securitySchemes")
              return specActions.updateResolvedSubtree(
                path,
                contract.document.components?.securitySchemes ?? {},
              );
            // an operation that waits for the rest of the document asks again
            return contract.isComplete ? original(path) : void contract.complete();
          },
      },
      wrapSelectors: {
        // the outline has only their names
        selectSchemas:
          (original) =>
          (state, ...rest) =>
            mapped(original(state, ...rest), (schema, name) =>
              Object.keys(schema).length > 0 ? schema : contract.document.components.schemas[name],
            ),
      },
    },
  },
});
