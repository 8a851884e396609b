-- The database and its two accounts: one that serves, and one that also changes the schema.
-- Replace both passwords, and '%' by the hosts of the service. Add `require ssl` for connections over a network.

create database if not exists authdock character set utf8mb4 collate utf8mb4_bin;

create user if not exists 'authdock'@'%' identified by 'PASSWORD-OF-THE-SERVICE';
grant select, insert, update, delete on authdock.* to 'authdock'@'%';

-- for `migrate`, `backup` and `restore`
create user if not exists 'authdock_migrate'@'%' identified by 'PASSWORD-OF-MIGRATIONS';
grant select, insert, update, delete, create, alter, drop, index, references, lock tables
  on authdock.* to 'authdock_migrate'@'%';
