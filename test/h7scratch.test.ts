import { ROUTES } from "../src/web/routes.js";
import { useWorld } from "./support/world.js";
import type { Response } from "supertest";

const NASTY = ["%00", "..", "%2e%2e", "%2e%2e%2f", "__proto__", "constructor", "toString", "%F0%9F%98%80", "%ED%A0%80", "%", "%zz", "a".repeat(1000), "a".repeat(1100), "%20", "0", "-1", "%27%20or%201=1", "%0d%0aSet-Cookie:x=1", "%EF%BC%9D", "{}", "[]", ";", "%3F", "%23", "null", "undefined", "%C3%A9"];
const TEXTS = ["\u0000", "a\u0000b", "\ud800", "😀", "%", "_", "\\", "'", "\"", "a".repeat(30000), "-1", "1e9", "999999999", "99999999999999999999", "__proto__", "constructor", "NaN", "2026-02-30", "0001-01-01", "9999-12-31", "é\u0301", "İ", "ß", "ﬃ", "\u202e", "\r\n", "$t(x)", "{app}", "::1", "::ffff:1.2.3.4", "fe80::1%eth0", "999999999999999.00000000-0000-0000-0000-000000000000","1.00000000-0000-0000-0000-000000000000", "ＦＦ", "ſ", "K"];

describe("scratch fuzz", function () {
  this.timeout(600000);
  const world = useWorld();
  it("fuzz", async () => {
    const admin = await world.make.user({ role: "system_admin" });
    const { visitor } = await world.signedIn(admin);
    const victim = await world.make.user();
    const role = await world.make.role("victim", 50, []);
    await visitor.get("/profile");
    const bad: string[] = [];
    const check = (what: string, r: Response) => { if (r.status >= 500) bad.push(`${r.status} ${what}`); return r; };
    const admins = ROUTES.filter((r) => r.path.startsWith("/admin"));
    const ids = [...NASTY, victim.id.toUpperCase(), `%20${victim.id}`, `${victim.id}%20`, `{${victim.id}}`, `${victim.id}%00`, role.id.toUpperCase()];
    for (const r of admins.filter((x) => x.path.includes(":")))
      for (const id of ids) {
        const path = r.path.replace(/:\w+/, id);
        try {
          const res = r.method === "GET" ? await visitor.get(path) : r.upload ? await visitor.send((a) => a.post(path).field({ _csrf: visitor.csrfToken, _method: r.method })) : await visitor.submit(path, { _method: r.method });
          check(`${r.method} ${path.slice(0, 120)}`, res);
          if (res.status === 200 || res.status === 303) console.log("  ok?", res.status, r.method, path.slice(0, 100), res.headers["location"] ?? "");
        } catch (e) { bad.push(`threw ${r.method} ${path.slice(0, 80)} ${(e as Error).message}`); }
      }
    console.log("paths done");
    const names = ["search", "sort", "page", "status", "role", "created_from", "created_to", "actor", "event", "from", "to", "subject", "subject_type", "ip", "trace_id", "older", "newer", "from", "try", "query"];
    for (const r of admins.filter((x) => x.method === "GET" && !x.path.includes(":")))
      for (const name of [...new Set(names)])
        for (const value of TEXTS) {
          const v = encodeURIComponent(value.isWellFormed() ? value.slice(0, 3000) : "x").replace(/^x$/, "%ED%A0%80");
          check(`${r.path}?${name}=${v.slice(0, 60)}`, await visitor.get(`${r.path}?${name}=${v}`));
        }
    console.log("queries done");
    for (const q of ["users[]=1", "search=a&search=b", "search[x]=1", "page=1&page=2", "sort=email,first_name", "sort=-", "sort=--email", "sort=-__proto__", "status=active&status=inactive", "__proto__[x]=1"])
      for (const r of admins.filter((x) => x.method === "GET" && !x.path.includes(":"))) check(`${r.path}?${q}`, await visitor.get(`${r.path}?${q}`));
    const forms: [string, string, Record<string, string>][] = [
      ["POST", "/admin/users", { first_name: "A", last_name: "B", email: "x@y.example", password: "correct-horse-battery", password_confirmation: "correct-horse-battery", role: "user", status: "active" }],
      ["PUT", `/admin/users/${victim.id}`, { first_name: "A", last_name: "B", email: "x1@y.example", role: "user", status: "active", _version: "1" }],
      ["PUT", `/admin/users/${victim.id}`, { password: "correct-horse-battery", password_confirmation: "correct-horse-battery" }],
      ["POST", "/admin/users/status", { users: victim.id, status: "inactive" }],
      ["PUT", "/admin/users/status", { users: victim.id, status: "inactive" }],
      ["POST", "/admin/roles", { name: "fuzz", label: "L", rank: "7", permissions: "users.read" }],
      ["PUT", `/admin/roles/${role.id}`, { label: "L", rank: "7", permissions: "users.read", _stamp: "x" }],
      ...["general", "security", "mail", "captcha"].map((a): [string, string, Record<string, string>] => ["PUT", `/admin/settings/${a}`, { general_app_name: "A", general_locale: "en", general_timezone: "UTC", auth_password_min_length: "8", mail_host: "h", mail_port: "25", mail_username: "", mail_password: "x", mail_from_address: "a@b.example", mail_from_name: "x", mail_encryption: "tls", captcha_provider: "turnstile", captcha_site_key: "x", captcha_secret_key: "y", _confirmed: "x" }]),
      ["POST", "/admin/settings/captcha/test", { "cf-turnstile-response": "x" }],
    ];
    let n = 0;
    for (const [method, path, fields] of forms)
      for (const name of [...Object.keys(fields), "_method2", "current_password"])
        for (const value of TEXTS) {
          const sent: Record<string, string | string[]> = { _method: method, ...fields };
          if (path.startsWith("/admin/settings") && name !== "_confirmed") delete sent["_confirmed"];
          sent[name] = n++ % 3 === 0 ? [value, "x"] : value;
          if (name === "current_password") sent["current_password"] = value; 
          const res = check(`${method} ${path} ${name}=${JSON.stringify(value).slice(0, 50)}`, await visitor.submit(path, sent as never));
          if (res.status === 429 && name === "current_password") world.travel(61000);
        }
    console.log(bad.length, "bad");
    for (const b of [...new Set(bad)].slice(0, 60)) console.log(b);
    for (const l of world.logs.filter((x) => (x["level"] as number) >= 50).slice(0, 5)) console.log(JSON.stringify(l).slice(0, 800));
  });
});
