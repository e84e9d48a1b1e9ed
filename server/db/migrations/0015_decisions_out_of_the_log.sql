ALTER TABLE "ordenes" ADD COLUMN "cancelada_por" integer;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "averiguado" text;--> statement-breakpoint
ALTER TABLE "auditoria" ADD COLUMN "detalle" text;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_cancelada_por_usuarios_id_fk" FOREIGN KEY ("cancelada_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "ordenes" o SET "cancelada_por" = a."usuario_id"
FROM (
	SELECT DISTINCT ON ("ref") "ref", "usuario_id", "despues" FROM "auditoria"
	WHERE "tipo" = 'orden' AND "campo" = 'estado' AND "usuario_id" IS NOT NULL
	ORDER BY "ref", "id" DESC
) a
WHERE a."ref" = o."id"::text AND a."despues" = 'cancelado';--> statement-breakpoint
UPDATE "devoluciones" d SET "averiguado" = CASE a."accion" WHEN 'devolucion_averiguada_hecha' THEN 'hecha' ELSE 'rechazada' END
FROM (
	SELECT DISTINCT ON ("campo") "campo", "accion" FROM "auditoria"
	WHERE "tipo" = 'orden' AND "accion" IN ('devolucion_averiguada_hecha', 'devolucion_averiguada_no_hecha')
	ORDER BY "campo", "id" DESC
) a
WHERE a."campo" = d."id"::text;--> statement-breakpoint
UPDATE "auditoria" SET "detalle" = "campo", "campo" = NULL
WHERE "accion" IN ('devolucion_pedida', 'devolucion_averiguada_hecha', 'devolucion_averiguada_no_hecha', 'devolucion_por_transferencia', 'correo_reenviado', 'trabajo_reintentado', 'exportado');--> statement-breakpoint
UPDATE "auditoria" SET "detalle" = substr("accion", 9), "accion" = 'ajuste' WHERE "accion" LIKE 'ajuste: %';
