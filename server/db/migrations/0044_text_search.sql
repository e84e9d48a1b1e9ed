-- Written by hand: the search of the panel needs it. It is a trusted extension: who owns a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP INDEX "usuarios_palabras";--> statement-breakpoint
DROP INDEX "ordenes_palabras";--> statement-breakpoint
DROP INDEX "ordenes_busqueda";--> statement-breakpoint
DROP INDEX "ordenes_telefono_fin";--> statement-breakpoint
DROP INDEX "receptores_palabras";--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "busqueda" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(normalize(' ' || "email" || ' ' || "first_name" || ' ' || "last_name", NFD)), '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "busqueda" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(normalize(' ' || "nombre" || ' ' || "email" || ' ' || "direccion" || ' ' || "direccion_mapa" || ' ' || "comuna" || ' ' || "telefono", NFD)), '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "receptores" ADD COLUMN "busqueda" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(normalize(' ' || "razon_social", NFD)), '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "usuarios_trigramas" ON "usuarios" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ordenes_trigramas" ON "ordenes" USING gin ("busqueda" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "receptores_trigramas" ON "receptores" USING gin ("busqueda" gin_trgm_ops);