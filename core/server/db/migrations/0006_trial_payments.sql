CREATE TABLE "pagos_prueba" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"monto" integer NOT NULL,
	"estado" text NOT NULL,
	"gateway_ref" text,
	"url" text,
	"pago_id" text,
	"devuelto_antes" integer,
	"devolucion_id" text,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pedida_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pagos_prueba" ADD CONSTRAINT "pagos_prueba_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pagos_prueba_abierto" ON "pagos_prueba" USING btree ("gateway") WHERE "pagos_prueba"."estado" in ('abierto', 'devolviendo');