ALTER TABLE "devoluciones" ADD COLUMN "reserva" uuid;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "reservada_hasta" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "enviada_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "devuelto_antes" integer;--> statement-breakpoint
CREATE INDEX "devoluciones_abiertas" ON "devoluciones" USING btree ("updated_at") WHERE "devoluciones"."estado" not in ('hecha', 'rechazada');--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_estado" CHECK ("devoluciones"."estado" in ('pedida', 'enviando', 'en_curso', 'en_duda', 'hecha', 'rechazada'));--> statement-breakpoint
-- Whether those that wait had been sent before was not written down until now: their gateways are asked first.
UPDATE "devoluciones" SET "estado" = 'enviando', "enviada_at" = "updated_at" WHERE "estado" = 'pedida';
