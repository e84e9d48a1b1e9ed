CREATE TABLE "ajustes" (
	"clave" text PRIMARY KEY NOT NULL,
	"valor" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "episodios" (
	"clave" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auditoria" DROP CONSTRAINT "auditoria_tipo";--> statement-breakpoint
CREATE INDEX "ordenes_telefono_abiertas" ON "ordenes" USING btree ("telefono") WHERE "ordenes"."stock_tomado" and "ordenes"."pagada_at" is null and "ordenes"."estado" in ('pendiente', 'en_revision');--> statement-breakpoint
CREATE INDEX "ordenes_cupon" ON "ordenes" USING btree ("cupon") WHERE "ordenes"."cupon" is not null;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_tipo" CHECK ("auditoria"."tipo" in ('orden', 'usuario', 'producto', 'ajuste'));