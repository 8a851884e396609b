export default {
  input: "./out/openapi.json",
  output: "./out/hey-api",
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
};
