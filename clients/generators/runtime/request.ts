import { queryOf } from "./query.js";

export interface RequestConfig<Data = unknown> {
  baseURL?: string;
  url?: string;
  method?: string;
  params?: unknown;
  data?: Data | FormData;
  headers?: [string, string][] | Record<string, string | undefined>;
  signal?: AbortSignal;
}
export interface ResponseConfig<Data = unknown> {
  data: Data;
  status: number;
  headers: Headers;
}
export type ResponseErrorConfig<Failure = unknown> = Failure;
export type Client = typeof client;

/** The URL of the service and the token of the caller. */
export const settings = { baseURL: "", token: "" };

/** Kubb's functions call this instead of Kubb's own client. */
export async function client<Data, Failure = unknown, Body = unknown>(
  config: RequestConfig<Body>,
): Promise<ResponseConfig<Data>> {
  const query = queryOf(config.params as object | undefined);
  const headers = new Headers({ Authorization: `Bearer ${settings.token}` });
  for (const [name, value] of Object.entries(Object.fromEntries(Object.entries(config.headers ?? {}))))
    if (typeof value === "string") headers.set(name, value);
  if (config.data !== undefined) headers.set("Content-Type", "application/json");
  const response = await fetch(settings.baseURL + config.url + (query && `?${query}`), {
    method: config.method,
    headers,
    body: config.data === undefined ? undefined : JSON.stringify(config.data),
    signal: config.signal,
  });
  const data = (await response.json()) as Data;
  if (!response.ok) throw Object.assign(new Error(response.statusText), { data: data as unknown as Failure });
  return { data, status: response.status, headers: response.headers };
}
export default client;

/** Orval's functions call this. */
export const request = async <Data>(config: RequestConfig): Promise<Data> =>
  (await client<Data>(config)).data;
