ALTER TABLE "correos" ADD COLUMN "cambio_id" uuid;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "deshacer" jsonb;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "comprobante_rechazado" text;--> statement-breakpoint
ALTER TABLE "comprobantes" ADD COLUMN "rechazado_at" timestamp with time zone;