/** The arguments of the calls that every generated client makes, and the expected requests. */
export const ORIGIN = "http://client.test/api/v1";
export const TOKEN = "adk_pat_of_a_test";
export const USER = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
export const FILTERS = { "filter[search]": "ada love", "filter[status]": "active" };
export const KEYS = ["userStatus", "yesNo"];

export const EXPECTED = [
  "GET /api/v1/users?filter[search]=ada love&filter[status]=active&per_page=5",
  "GET /api/v1/definitions?keys=userStatus,yesNo",
  `PATCH /api/v1/users/${USER} "3" application/json {"first_name":"Augusta"}`,
].map((call) => `${call} Bearer ${TOKEN}`);
