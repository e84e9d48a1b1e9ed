DROP TRIGGER "ordenes_dias" ON "ordenes";--> statement-breakpoint
DROP TRIGGER "orden_lineas_dias" ON "orden_lineas";--> statement-breakpoint
DROP TRIGGER "intentos_pago_dias" ON "intentos_pago";--> statement-breakpoint
DROP TRIGGER "documentos_tributarios_dias" ON "documentos_tributarios";--> statement-breakpoint
DROP FUNCTION "anotar_orden"();--> statement-breakpoint
DROP FUNCTION "anotar_linea"();--> statement-breakpoint
DROP FUNCTION "anotar_intento"();--> statement-breakpoint
DROP FUNCTION "anotar_documento"();--> statement-breakpoint
DROP FUNCTION "anotar_dias"(timestamp with time zone[]);--> statement-breakpoint
DROP TABLE "dias_cambiados" CASCADE;--> statement-breakpoint
DROP TABLE "sumas_por_dia" CASCADE;
