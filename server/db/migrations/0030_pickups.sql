CREATE TABLE "retiros" (
	"orden_id" uuid PRIMARY KEY NOT NULL,
	"hora_at" timestamp with time zone,
	"codigo" text,
	"acuerdos" integer DEFAULT 0 NOT NULL,
	"hecha_at" timestamp with time zone,
	"hecha_por" integer,
	"recibe" text DEFAULT '' NOT NULL,
	"sin_codigo" text DEFAULT '' NOT NULL,
	"cobrado" integer,
	"vuelto" integer,
	"antes" jsonb,
	"claves" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "retiros_hora" CHECK (("retiros"."hora_at" is null) = ("retiros"."codigo" is null)),
	CONSTRAINT "retiros_dinero" CHECK (coalesce("retiros"."cobrado", 0) >= 0 and coalesce("retiros"."vuelto", 0) >= 0)
);
--> statement-breakpoint
ALTER TABLE "retiros" ADD CONSTRAINT "retiros_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retiros" ADD CONSTRAINT "retiros_hecha_por_usuarios_id_fk" FOREIGN KEY ("hecha_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retiros_hecha" ON "retiros" USING btree ("hecha_at") WHERE "retiros"."hecha_at" is not null;