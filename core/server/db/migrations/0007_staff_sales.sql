CREATE TABLE "ventas_equipo" (
	"orden_id" uuid PRIMARY KEY NOT NULL,
	"usuario_id" integer,
	"forma" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ventas_equipo" ADD CONSTRAINT "ventas_equipo_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ventas_equipo" ADD CONSTRAINT "ventas_equipo_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;