DROP INDEX "intentos_consultar";--> statement-breakpoint
ALTER TABLE "intentos_pago" ADD COLUMN "respondida_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "intentos_pago" ADD COLUMN "sin_respuesta" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "intentos_por_consultar" ON "intentos_pago" USING btree ("gateway","consultar_at") WHERE "intentos_pago"."consultar_at" is not null and "intentos_pago"."estado" <> 'pagado';--> statement-breakpoint
CREATE INDEX "intentos_pagados_por_consultar" ON "intentos_pago" USING btree ("gateway","consultar_at") WHERE "intentos_pago"."consultar_at" is not null and "intentos_pago"."estado" = 'pagado';--> statement-breakpoint
-- What was paid longer ago than a day was asked about no more: from now on it is, for 180 days. Spread, as nothing hurries.
UPDATE "intentos_pago" SET "consultar_at" = now() + random() * interval '7 days'
	WHERE "estado" = 'pagado' AND "consultar_at" IS NULL AND "created_at" > now() - interval '180 days' AND "gateway" <> 'webpay';
