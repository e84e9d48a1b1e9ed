CREATE TABLE "eventos_seguridad" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "eventos_seguridad_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"clave" text NOT NULL,
	"tipo" text NOT NULL,
	"usuario_id" integer,
	"por_id" integer,
	"red" text,
	"codigo" text,
	"detalle" text,
	"veces" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ultima_at" timestamp with time zone NOT NULL,
	CONSTRAINT "eventos_seguridad_clave" UNIQUE("clave"),
	CONSTRAINT "eventos_seguridad_veces" CHECK ("eventos_seguridad"."veces" > 0)
);
--> statement-breakpoint
CREATE INDEX "eventos_seguridad_fecha" ON "eventos_seguridad" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_tipo" ON "eventos_seguridad" USING btree ("tipo","created_at","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_usuario" ON "eventos_seguridad" USING btree ("usuario_id","created_at","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_por" ON "eventos_seguridad" USING btree ("por_id") WHERE "eventos_seguridad"."por_id" is not null;--> statement-breakpoint
CREATE INDEX "eventos_seguridad_red" ON "eventos_seguridad" USING btree ("red","created_at","id");