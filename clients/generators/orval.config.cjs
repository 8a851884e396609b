module.exports = {
  authdock: {
    input: { target: "./out/openapi.json" },
    output: {
      target: "./out/orval/client.ts",
      client: "fetch",
      baseUrl: "http://client.test/api/v1",
      headers: true,
      // the default is keys=a&keys=b, whatever the contract declares
      override: { fetch: { explode: false } },
    },
  },
};
