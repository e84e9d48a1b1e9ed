CREATE TABLE "fuentes_por_dia" (
	"dia" date NOT NULL,
	"fuente" text NOT NULL,
	"ordenes" integer NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "fuentes_por_dia_dia_fuente_pk" PRIMARY KEY("dia","fuente"),
	CONSTRAINT "fuentes_por_dia_ordenes" CHECK ("fuentes_por_dia"."ordenes" > 0)
);
