CREATE TABLE "fuentes_por_dia" (
	"dia" date NOT NULL,
	"fuente" text NOT NULL,
	"ordenes" integer NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "fuentes_por_dia_dia_fuente_pk" PRIMARY KEY("dia","fuente"),
	CONSTRAINT "fuentes_por_dia_ordenes" CHECK ("fuentes_por_dia"."ordenes" > 0)
);
--> statement-breakpoint
CREATE TABLE "velocidad_por_dia" (
	"dia" date NOT NULL,
	"medida" text NOT NULL,
	"nota" text NOT NULL,
	"cantidad" integer NOT NULL,
	CONSTRAINT "velocidad_por_dia_dia_medida_nota_pk" PRIMARY KEY("dia","medida","nota"),
	CONSTRAINT "velocidad_por_dia_medida" CHECK ("velocidad_por_dia"."medida" in ('lcp', 'inp', 'cls')),
	CONSTRAINT "velocidad_por_dia_nota" CHECK ("velocidad_por_dia"."nota" in ('buena', 'regular', 'mala')),
	CONSTRAINT "velocidad_por_dia_cantidad" CHECK ("velocidad_por_dia"."cantidad" > 0)
);
