DROP INDEX "ordenes_created";--> statement-breakpoint
DROP INDEX "ordenes_estado";--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "ordenes_metodo" ON "ordenes" USING btree ("metodo_pago","created_at","nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_total" ON "ordenes" USING btree ("total","nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_pagada" ON "ordenes" USING btree ("pagada_at") WHERE "ordenes"."pagada_at" is not null;--> statement-breakpoint
CREATE INDEX "ordenes_atencion" ON "ordenes" USING btree ("created_at") WHERE "ordenes"."atencion" is not null;--> statement-breakpoint
CREATE INDEX "ordenes_palabras" ON "ordenes" USING gin (array_to_tsvector(array_remove(regexp_split_to_array(translate(lower("nombre" || ' ' || "email"), 'ÁÉÍÓÚÜÑáéíóúüñ', 'aeiouunaeiouun'), '[^a-z0-9]+'), '')));--> statement-breakpoint
CREATE INDEX "usuarios_palabras" ON "usuarios" USING gin (array_to_tsvector(array_remove(regexp_split_to_array(translate(lower("email" || ' ' || "first_name" || ' ' || "last_name"), 'ÁÉÍÓÚÜÑáéíóúüñ', 'aeiouunaeiouun'), '[^a-z0-9]+'), '')));--> statement-breakpoint
CREATE INDEX "usuarios_staff" ON "usuarios" USING btree ("id") WHERE "usuarios"."is_staff";--> statement-breakpoint
CREATE INDEX "ordenes_created" ON "ordenes" USING btree ("created_at","nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_estado" ON "ordenes" USING btree ("estado","created_at","nro_orden");