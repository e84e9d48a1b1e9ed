ALTER TABLE "ordenes" ADD COLUMN "avisada_at" timestamp with time zone;--> statement-breakpoint
UPDATE "ordenes" SET "avisada_at" = coalesce("pagada_at", "created_at") WHERE "pagada_at" IS NOT NULL OR "metodo_pago" = 'efectivo';
