CREATE TABLE "dias_cambiados" (
	"dia" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sumas_por_dia" (
	"dia" date PRIMARY KEY NOT NULL,
	"sumas" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "dias_cambiados_dia" ON "dias_cambiados" USING btree ("dia");--> statement-breakpoint
CREATE FUNCTION "anotar_dias"(VARIADIC "momentos" timestamp with time zone[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "dias_cambiados" SELECT DISTINCT (m AT TIME ZONE 'America/Santiago')::date FROM unnest("momentos") m WHERE m IS NOT NULL;
$$;--> statement-breakpoint
CREATE FUNCTION "anotar_orden"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "anotar_dias"(OLD."created_at", OLD."pagada_at", NEW."created_at", NEW."pagada_at");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ordenes_dias" AFTER INSERT OR DELETE OR UPDATE OF "estado", "total", "metodo_pago", "created_at", "pagada_at"
	ON "ordenes" FOR EACH ROW EXECUTE FUNCTION "anotar_orden"();--> statement-breakpoint
CREATE FUNCTION "anotar_linea"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "anotar_dias"("pagada_at") FROM "ordenes" WHERE "id" IN (OLD."orden_id", NEW."orden_id") AND "pagada_at" IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orden_lineas_dias" AFTER INSERT OR DELETE OR UPDATE ON "orden_lineas"
	FOR EACH ROW EXECUTE FUNCTION "anotar_linea"();--> statement-breakpoint
-- A payment counts on the day of its order's first attempt, which may be another one now.
CREATE FUNCTION "anotar_intento"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "anotar_dias"(VARIADIC OLD."created_at" || array_agg("created_at"))
		FROM "intentos_pago" WHERE "orden_id" IN (OLD."orden_id", NEW."orden_id");
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "intentos_pago_dias" AFTER INSERT OR DELETE OR UPDATE OF "estado", "created_at" ON "intentos_pago"
	FOR EACH ROW EXECUTE FUNCTION "anotar_intento"();--> statement-breakpoint
CREATE FUNCTION "anotar_documento"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "dias_cambiados" SELECT DISTINCT f::date FROM unnest(ARRAY[OLD."fecha", NEW."fecha"]) f WHERE f IS NOT NULL;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "documentos_tributarios_dias" AFTER INSERT OR DELETE OR UPDATE OF "estado", "folio", "fecha", "monto", "tipo"
	ON "documentos_tributarios" FOR EACH ROW EXECUTE FUNCTION "anotar_documento"();
