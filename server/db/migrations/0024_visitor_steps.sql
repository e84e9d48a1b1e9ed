CREATE TABLE "pasos_por_dia" (
	"dia" date NOT NULL,
	"paso" text NOT NULL,
	"cantidad" integer NOT NULL,
	CONSTRAINT "pasos_por_dia_dia_paso_pk" PRIMARY KEY("dia","paso"),
	CONSTRAINT "pasos_por_dia_paso" CHECK ("pasos_por_dia"."paso" in ('portada', 'carrito', 'pago')),
	CONSTRAINT "pasos_por_dia_cantidad" CHECK ("pasos_por_dia"."cantidad" > 0)
);
