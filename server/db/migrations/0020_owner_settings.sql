CREATE TABLE "ajustes_versiones" (
	"clave" text NOT NULL,
	"version" integer NOT NULL,
	"valor" text NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ajustes_versiones_clave_version_pk" PRIMARY KEY("clave","version")
);
--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "estacion_retiro" text;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "horario_retiro" text;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "plazo_entrega" text;--> statement-breakpoint
ALTER TABLE "ajustes" ADD COLUMN "fijo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ajustes_versiones" ADD CONSTRAINT "ajustes_versiones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_metodo_conocido" CHECK ("ordenes"."metodo_pago" in ('mercadopago', 'flow', 'webpay', 'transferencia', 'efectivo')) NOT VALID;