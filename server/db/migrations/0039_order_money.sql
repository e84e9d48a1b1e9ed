ALTER TABLE "ordenes" ADD COLUMN "entrega_liberada" text;--> statement-breakpoint
-- Staff released these deliveries before the release had a column of its own.
UPDATE "ordenes" SET "entrega_liberada" = 'dinero' WHERE NOT "entrega_detenida" AND EXISTS (
	SELECT 1 FROM "disputas" d WHERE d."orden_id" = "ordenes"."id" AND d."estado" <> 'ganada');--> statement-breakpoint
UPDATE "ordenes" SET "entrega_liberada" = 'sin_medir'
	WHERE NOT "entrega_detenida" AND "despacho_sin_medir" AND "entrega_liberada" IS NULL;
