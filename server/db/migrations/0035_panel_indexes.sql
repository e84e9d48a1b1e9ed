-- The new ones first: until the last moment nobody who reads orders has to wait.
CREATE INDEX "ordenes_estado_entrega" ON "ordenes" USING btree ("estado","created_at","nro_orden","tipo_entrega");--> statement-breakpoint
CREATE INDEX "ordenes_metodo_estado" ON "ordenes" USING btree ("metodo_pago","estado","created_at","nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_total_filtros" ON "ordenes" USING btree ("total","nro_orden","estado","metodo_pago");--> statement-breakpoint
DROP INDEX "ordenes_estado";--> statement-breakpoint
DROP INDEX "ordenes_metodo";--> statement-breakpoint
DROP INDEX "ordenes_total";
