module.exports = {
  authdock: {
    input: { target: "./out/openapi.json" },
    output: {
      target: "./out/orval/client.ts",
      // The `fetch` client would send objects in the query as `filter=[object Object]`. The `axios-functions` client
      // passes the parameters to our function and doesn't need axios.
      client: "axios-functions",
      headers: true,
      override: { mutator: { path: "./runtime/request.ts", name: "request" } },
    },
  },
};
