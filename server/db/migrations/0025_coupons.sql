CREATE TABLE "cupones" (
	"codigo" text PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"valor" integer NOT NULL,
	"minimo" integer DEFAULT 0 NOT NULL,
	"desde" text,
	"hasta" text,
	"usos" integer,
	"usos_cliente" integer,
	"solo_primera" boolean DEFAULT false NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cupones_codigo" CHECK ("cupones"."codigo" = upper("cupones"."codigo")),
	CONSTRAINT "cupones_valor" CHECK ("cupones"."valor" > 0 and ("cupones"."tipo" = 'monto' or "cupones"."valor" <= 100))
);
--> statement-breakpoint
ALTER TABLE "cupones" ADD CONSTRAINT "cupones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;