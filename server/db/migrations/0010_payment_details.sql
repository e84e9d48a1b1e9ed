ALTER TABLE "intentos_pago" ADD COLUMN "pagina_hasta" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "codigo_autorizacion" text;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "autorizado_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "tipo_tarjeta" text;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "medio" text;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "tipo_cuotas" text;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "cuotas" integer;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "monto_cuota" integer;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "ultimos_digitos" text;--> statement-breakpoint
CREATE INDEX "pagos_autorizacion" ON "pagos" USING btree ("codigo_autorizacion");--> statement-breakpoint
CREATE INDEX "pagos_tarjeta" ON "pagos" USING btree ("ultimos_digitos");