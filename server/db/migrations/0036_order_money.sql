ALTER TABLE "ordenes" ADD COLUMN "entrega_liberada" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Staff released these deliveries before the release had a column of its own.
UPDATE "ordenes" SET "entrega_liberada" = true WHERE NOT "entrega_detenida" AND EXISTS (
	SELECT 1 FROM "disputas" d WHERE d."orden_id" = "ordenes"."id" AND d."estado" <> 'ganada');
