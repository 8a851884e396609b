module.exports = {
  authdock: {
    input: { target: "./out/openapi.json" },
    output: {
      target: "./out/orval/client.ts",
      // With its client `fetch` an object in the query becomes `filter=[object Object]`. The functions of `axios` hand the
      // parameters to a function of one's own; axios itself is not needed.
      client: "axios-functions",
      headers: true,
      override: { mutator: { path: "./runtime/request.ts", name: "request" } },
    },
  },
};
