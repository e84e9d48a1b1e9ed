-- Lo corre la imagen de PostgreSQL al crear la base, una sola vez. La tienda entra como shop, dueña de su base y de nada más; el
-- superusuario queda sin contraseña: solo se entra a él desde dentro del contenedor (docker compose exec postgres psql -U postgres).
\getenv password POSTGRES_PASSWORD
create role shop login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database shop owner shop encoding 'UTF8' template template0;
revoke connect, temporary on database shop from public;
revoke connect on database postgres from public;
alter role postgres password null;
