ALTER TABLE "paradas" ADD COLUMN "sigue" text;--> statement-breakpoint
ALTER TABLE "paradas" ADD CONSTRAINT "paradas_sigue" CHECK ("paradas"."sigue" in ('otra_ronda', 'anular'));