CREATE TABLE "avisos_stock" (
	"id" uuid PRIMARY KEY NOT NULL,
	"correo" text NOT NULL,
	"color" text NOT NULL,
	"consentimiento" text NOT NULL,
	"consentimiento_version" text NOT NULL,
	"pedido_at" timestamp with time zone NOT NULL,
	"confirmado_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "avisos_stock_correo_color" ON "avisos_stock" USING btree ("correo","color");--> statement-breakpoint
CREATE INDEX "avisos_stock_pedido" ON "avisos_stock" USING btree ("color","pedido_at");