CREATE TABLE "documentos_tributarios" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"orden_id" uuid NOT NULL,
	"tipo" integer NOT NULL,
	"secuencia" integer NOT NULL,
	"estado" text DEFAULT 'por_emitir' NOT NULL,
	"monto" integer NOT NULL,
	"folio" integer,
	"token" text,
	"fecha" text,
	"motivo" text,
	"intentos" integer DEFAULT 0 NOT NULL,
	"primer_intento_at" timestamp with time zone,
	"ultimo_intento_at" timestamp with time zone,
	"incierta_desde" timestamp with time zone,
	"emitida_at" timestamp with time zone,
	"intentar_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documentos_tipo" CHECK ("documentos_tributarios"."tipo" in (39, 33, 61)),
	CONSTRAINT "documentos_monto" CHECK ("documentos_tributarios"."monto" > 0),
	CONSTRAINT "documentos_estado_conocido" CHECK ("documentos_tributarios"."estado" in ('por_emitir', 'emitida', 'aceptada', 'rechazada', 'por_revisar'))
);
--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "boleta_modelo" text;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "boleta_momento" text;--> statement-breakpoint
ALTER TABLE "documentos_tributarios" ADD CONSTRAINT "documentos_tributarios_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documentos_uno" ON "documentos_tributarios" USING btree ("orden_id","tipo","secuencia");--> statement-breakpoint
CREATE UNIQUE INDEX "documentos_una_venta" ON "documentos_tributarios" USING btree ("orden_id","secuencia") WHERE "documentos_tributarios"."tipo" <> 61;--> statement-breakpoint
CREATE UNIQUE INDEX "documentos_folio" ON "documentos_tributarios" USING btree ("tipo","folio");--> statement-breakpoint
CREATE INDEX "documentos_intentar" ON "documentos_tributarios" USING btree ("intentar_at") WHERE "documentos_tributarios"."intentar_at" is not null;--> statement-breakpoint
CREATE INDEX "documentos_estado" ON "documentos_tributarios" USING btree ("estado","orden_id");--> statement-breakpoint
CREATE INDEX "documentos_emitida" ON "documentos_tributarios" USING btree ("fecha");