CREATE TABLE "devoluciones_a_mano" (
	"id" uuid PRIMARY KEY NOT NULL,
	"orden_id" uuid NOT NULL,
	"monto" integer NOT NULL,
	"medio" text NOT NULL,
	"fecha" date NOT NULL,
	"referencia" text DEFAULT '' NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devoluciones_a_mano_monto" CHECK ("devoluciones_a_mano"."monto" > 0),
	CONSTRAINT "devoluciones_a_mano_medio" CHECK ("devoluciones_a_mano"."medio" in ('transferencia', 'efectivo'))
);
--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "pagado_a_mano" integer;--> statement-breakpoint
ALTER TABLE "devoluciones_a_mano" ADD CONSTRAINT "devoluciones_a_mano_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones_a_mano" ADD CONSTRAINT "devoluciones_a_mano_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devoluciones_a_mano_orden" ON "devoluciones_a_mano" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "devoluciones_a_mano_fecha" ON "devoluciones_a_mano" USING btree ("fecha");