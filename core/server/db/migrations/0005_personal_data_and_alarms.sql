CREATE TABLE "alarmas" (
	"clave" text PRIMARY KEY NOT NULL,
	"texto" text NOT NULL,
	"que_hacer" text NOT NULL,
	"lugar" text,
	"desde" timestamp with time zone NOT NULL,
	"terminada_at" timestamp with time zone,
	"avisada_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "borrados" (
	"usuario_id" integer NOT NULL,
	"cuenta_creada_at" timestamp with time zone NOT NULL,
	"borrada_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "borrados_usuario_id_cuenta_creada_at_pk" PRIMARY KEY("usuario_id","cuenta_creada_at")
);
--> statement-breakpoint
CREATE TABLE "encargados" (
	"clave" text PRIMARY KEY NOT NULL,
	"nombre" text,
	"finalidad" text,
	"pais" text,
	"enlace" text,
	"oculto" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pasarelas_fallando" (
	"gateway" text PRIMARY KEY NOT NULL,
	"seguidas" integer NOT NULL,
	"desde" timestamp with time zone NOT NULL,
	"llamada" text NOT NULL,
	"respuesta" text NOT NULL,
	"rechaza_llave" boolean NOT NULL,
	"orden_id" uuid
);
--> statement-breakpoint
CREATE TABLE "solicitudes_datos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "solicitudes_datos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"usuario_id" integer,
	"nombre" text NOT NULL,
	"email" text NOT NULL,
	"derecho" text NOT NULL,
	"texto" text NOT NULL,
	"recibida" text NOT NULL,
	"responder_hasta" text NOT NULL,
	"avisada_at" timestamp with time zone,
	"respondida_at" timestamp with time zone,
	"respondida_por" integer,
	"respuesta" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "solicitudes_datos_derecho" CHECK ("solicitudes_datos"."derecho" in ('acceso', 'rectificacion', 'supresion', 'oposicion', 'portabilidad', 'bloqueo'))
);
--> statement-breakpoint
ALTER TABLE "auditoria" DROP CONSTRAINT "auditoria_tipo";--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "bloqueada_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "bloqueo_motivo" text;--> statement-breakpoint
ALTER TABLE "comprobantes" ADD COLUMN "borrado_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "solicitudes_datos" ADD CONSTRAINT "solicitudes_datos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solicitudes_datos" ADD CONSTRAINT "solicitudes_datos_respondida_por_usuarios_id_fk" FOREIGN KEY ("respondida_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "solicitudes_datos_usuario" ON "solicitudes_datos" USING btree ("usuario_id");--> statement-breakpoint
CREATE INDEX "solicitudes_datos_abiertas" ON "solicitudes_datos" USING btree ("responder_hasta") WHERE "solicitudes_datos"."respondida_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "solicitudes_datos_repetida" ON "solicitudes_datos" USING btree ("email","derecho",md5("texto")) WHERE "solicitudes_datos"."respondida_at" is null;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_tipo" CHECK ("auditoria"."tipo" in ('orden', 'usuario', 'producto', 'ajuste', 'ronda', 'dia', 'solicitud'));