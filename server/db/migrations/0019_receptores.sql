CREATE TABLE "receptores" (
	"orden_id" uuid PRIMARY KEY NOT NULL,
	"tipo" integer NOT NULL,
	"rut" text NOT NULL,
	"razon_social" text NOT NULL,
	"giro" text,
	"direccion" text,
	"comuna" text,
	CONSTRAINT "receptores_tipo" CHECK ("receptores"."tipo" in (39, 33)),
	CONSTRAINT "receptores_factura" CHECK ("receptores"."tipo" = 39 or ("receptores"."giro" is not null and "receptores"."direccion" is not null and "receptores"."comuna" is not null))
);
--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "factura" jsonb;--> statement-breakpoint
ALTER TABLE "receptores" ADD CONSTRAINT "receptores_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;