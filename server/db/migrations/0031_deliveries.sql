ALTER TABLE "paradas" ADD COLUMN "numero" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "paradas_numero_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "paradas" ADD COLUMN "fecha_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(hecha_at, llega_at)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "paradas" ADD COLUMN "atrasada" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "rondas" ADD COLUMN "metros" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rondas" ADD COLUMN "segundos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "paradas_fecha" ON "paradas" USING btree ("fecha_at","numero","estado","atrasada","motivo");--> statement-breakpoint
CREATE INDEX "paradas_estado" ON "paradas" USING btree ("estado","fecha_at","numero");--> statement-breakpoint
CREATE INDEX "paradas_atrasada" ON "paradas" USING btree ("fecha_at","numero") WHERE "paradas"."atrasada";--> statement-breakpoint
CREATE INDEX "paradas_hecha_por" ON "paradas" USING btree ("hecha_por","fecha_at","numero");--> statement-breakpoint
CREATE INDEX "rondas_salida" ON "rondas" USING btree ("salida_at");