// A bare server for scripts/bench/processes.mjs: node:http and one statement of mysql2 for each request. Its processes share
// nothing but the database, so it shows how much a second process can add on this machine.
import cluster from "node:cluster";
import http from "node:http";
import mysql from "mysql2";

const processes = Number(process.env.WEB_CONCURRENCY);
process.on("SIGTERM", () => process.exit(0));
if (cluster.isPrimary && processes > 1) for (let index = 0; index < processes; index++) cluster.fork();
else serve();

function serve() {
  const { hostname, port, username, password, pathname } = new URL(process.env.DATABASE_URL);
  const pool = mysql.createPool({
    host: hostname,
    port: Number(port),
    user: username,
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  });
  http
    .createServer((request, response) => {
      if (request.url === "/ready") return response.end();
      pool.query("SELECT * FROM users WHERE email = ?", [process.env.ADMIN_EMAIL], (error, rows) => {
        response.statusCode = error ? 500 : 200;
        response.end(JSON.stringify(rows));
      });
    })
    .listen(Number(process.env.PORT), "127.0.0.1");
}
