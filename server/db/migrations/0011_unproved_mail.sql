ALTER TABLE "usuarios" ADD COLUMN "correo_leido_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "direccion_mapa" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "correos_destinatario" ON "correos" USING btree ("destinatario","created_at");