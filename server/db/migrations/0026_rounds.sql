CREATE TABLE "paradas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ronda_id" uuid NOT NULL,
	"orden_id" uuid NOT NULL,
	"posicion" integer NOT NULL,
	"fijada" boolean DEFAULT false NOT NULL,
	"estado" text DEFAULT 'por_preparar' NOT NULL,
	"llega_at" timestamp with time zone NOT NULL,
	"avisada_at" timestamp with time zone,
	"hecha_at" timestamp with time zone,
	"registrada_at" timestamp with time zone,
	"hecha_por" integer,
	"recibe" text DEFAULT '' NOT NULL,
	"motivo" text,
	"nota" text DEFAULT '' NOT NULL,
	"cobrado" integer,
	"vuelto" integer,
	"antes" jsonb,
	CONSTRAINT "paradas_estado_conocido" CHECK ("paradas"."estado" in ('por_preparar', 'en_ruta', 'entregada', 'no_entregada')),
	CONSTRAINT "paradas_motivo" CHECK (("paradas"."estado" = 'no_entregada') = ("paradas"."motivo" is not null)),
	CONSTRAINT "paradas_dinero" CHECK (coalesce("paradas"."cobrado", 0) >= 0 and coalesce("paradas"."vuelto", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "pulsaciones" (
	"clave" uuid PRIMARY KEY NOT NULL,
	"parada_id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"usuario_id" integer,
	"hecha_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pulsaciones_tipo" CHECK ("pulsaciones"."tipo" in ('entregada', 'no_entregada', 'deshecha'))
);
--> statement-breakpoint
CREATE TABLE "rondas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"numero" integer GENERATED ALWAYS AS IDENTITY (sequence name "rondas_numero_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"estado" text DEFAULT 'borrador' NOT NULL,
	"salida_at" timestamp with time zone NOT NULL,
	"repartidor_id" integer,
	"minutos_parada" integer NOT NULL,
	"tiempos" jsonb NOT NULL,
	"clave" text NOT NULL,
	"cerrada_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rondas_estado_conocido" CHECK ("rondas"."estado" in ('borrador', 'en_curso', 'cerrada')),
	CONSTRAINT "rondas_minutos" CHECK ("rondas"."minutos_parada" between 0 and 60)
);
--> statement-breakpoint
ALTER TABLE "auditoria" DROP CONSTRAINT "auditoria_tipo";--> statement-breakpoint
ALTER TABLE "paradas" ADD CONSTRAINT "paradas_ronda_id_rondas_id_fk" FOREIGN KEY ("ronda_id") REFERENCES "public"."rondas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paradas" ADD CONSTRAINT "paradas_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paradas" ADD CONSTRAINT "paradas_hecha_por_usuarios_id_fk" FOREIGN KEY ("hecha_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pulsaciones" ADD CONSTRAINT "pulsaciones_parada_id_paradas_id_fk" FOREIGN KEY ("parada_id") REFERENCES "public"."paradas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pulsaciones" ADD CONSTRAINT "pulsaciones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rondas" ADD CONSTRAINT "rondas_repartidor_id_usuarios_id_fk" FOREIGN KEY ("repartidor_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paradas_ronda" ON "paradas" USING btree ("ronda_id","posicion");--> statement-breakpoint
CREATE INDEX "paradas_orden" ON "paradas" USING btree ("orden_id");--> statement-breakpoint
CREATE UNIQUE INDEX "paradas_abierta" ON "paradas" USING btree ("orden_id") WHERE "paradas"."estado" in ('por_preparar', 'en_ruta');--> statement-breakpoint
CREATE INDEX "pulsaciones_parada" ON "pulsaciones" USING btree ("parada_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rondas_clave" ON "rondas" USING btree ("clave");--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_tipo" CHECK ("auditoria"."tipo" in ('orden', 'usuario', 'producto', 'ajuste', 'ronda'));