ALTER TABLE "movimientos_stock" ADD COLUMN "clave" text;--> statement-breakpoint
CREATE INDEX "movimientos_created" ON "movimientos_stock" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "movimientos_clave" ON "movimientos_stock" USING btree ("clave") WHERE "movimientos_stock"."clave" is not null;