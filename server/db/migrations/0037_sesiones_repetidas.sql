ALTER TABLE "sesiones" ADD COLUMN "renovada_por" text;--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "repetida_at" timestamp with time zone;