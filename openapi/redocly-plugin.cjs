// The product's own rules of the contract. The service checks them again when it starts.
const TIERS = ["public", "auth", "service", "permission"];
const isError = (status) => Number(status) >= 400;

function OperationDeclared() {
  return {
    Operation(operation, { report, location }) {
      const missing = (field, why) => report({ message: `An operation needs ${field}: ${why}.`, location });
      if (!operation.summary) missing("summary", "the docs browser lists it");
      if (!operation.description) missing("description", "who may call it and what changes");
      if (!TIERS.includes(operation["x-tier"])) missing("x-tier", TIERS.join(", "));
      if (!Array.isArray(operation["x-limits"])) missing("x-limits", "the limiters that apply");
      if (!operation.security) missing("security", "[] for public operations");
      if (!Object.keys(operation.responses ?? {}).some(isError))
        missing("error responses", "every status is declared");
    },
  };
}

function BodiesHaveExamples() {
  return {
    MediaType(media, { report, location }) {
      if (!media.examples && media.example === undefined)
        report({ message: "A body needs an example.", location });
    },
  };
}

/** An object schema says which fields it has, or of what kind its values are. */
function ClosedObjects() {
  return {
    Schema(schema, { report, location }) {
      if (schema.type === "object" && schema.additionalProperties === undefined)
        report({ message: "An object schema needs additionalProperties.", location });
    },
  };
}

module.exports = () => ({
  id: "authdock",
  rules: {
    oas3: {
      "operation-declared": OperationDeclared,
      "bodies-have-examples": BodiesHaveExamples,
      "closed-objects": ClosedObjects,
    },
  },
});
