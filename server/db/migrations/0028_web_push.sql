CREATE TABLE "avisos" (
	"clave" text PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"nro_orden" integer,
	"orden_id" uuid,
	"ronda_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "llaves_push" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"publica" text NOT NULL,
	"privada" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "llaves_push_una" CHECK ("llaves_push"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "suscripciones_push" (
	"id" uuid PRIMARY KEY NOT NULL,
	"usuario_id" integer NOT NULL,
	"sesion_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"nombre" text NOT NULL,
	"tipos" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ultimo_ok_at" timestamp with time zone,
	"ultimo_fallo_at" timestamp with time zone,
	CONSTRAINT "suscripciones_push_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "avisos" ADD CONSTRAINT "avisos_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avisos" ADD CONSTRAINT "avisos_ronda_id_rondas_id_fk" FOREIGN KEY ("ronda_id") REFERENCES "public"."rondas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suscripciones_push" ADD CONSTRAINT "suscripciones_push_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suscripciones_push" ADD CONSTRAINT "suscripciones_push_sesion_id_sesiones_id_fk" FOREIGN KEY ("sesion_id") REFERENCES "public"."sesiones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "avisos_creado" ON "avisos" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "avisos_orden" ON "avisos" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "suscripciones_push_usuario" ON "suscripciones_push" USING btree ("usuario_id");