CREATE TABLE "disputas" (
	"gateway" text NOT NULL,
	"tipo" text NOT NULL,
	"disputa_id" text NOT NULL,
	"pago_id" text NOT NULL,
	"orden_id" uuid NOT NULL,
	"estado" text NOT NULL,
	"responder_hasta" timestamp with time zone,
	"cambiada_at" timestamp with time zone,
	"consultar_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputas_gateway_tipo_disputa_id_pk" PRIMARY KEY("gateway","tipo","disputa_id"),
	CONSTRAINT "disputas_tipo" CHECK ("disputas"."tipo" in ('contracargo', 'reclamo', 'mediacion', 'fraude')),
	CONSTRAINT "disputas_estado" CHECK ("disputas"."estado" in ('abierta', 'ganada', 'perdida'))
);
--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "entrega_detenida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "aceptar_hasta" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "recordada_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "por_transferencia" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "disputas" ADD CONSTRAINT "disputas_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputas_orden" ON "disputas" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "disputas_consultar" ON "disputas" USING btree ("gateway","consultar_at") WHERE "disputas"."consultar_at" is not null;--> statement-breakpoint
-- Refunds at Flow that wait already lapse too: their customers are reminded in time.
UPDATE "devoluciones" SET "aceptar_hasta" = coalesce("enviada_at", "created_at") + interval '10 days' WHERE "gateway" = 'flow' AND "estado" = 'en_curso';
