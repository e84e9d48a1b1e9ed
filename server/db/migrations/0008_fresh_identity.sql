ALTER TABLE "sesiones" ADD COLUMN "identidad_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "derechos_en_espera" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "sesiones" SET "identidad_at" = "created_at";
