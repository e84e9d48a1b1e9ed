CREATE TABLE "retorno_lineas" (
	"retorno_id" integer NOT NULL,
	"orden_id" uuid NOT NULL,
	"posicion" integer NOT NULL,
	"cantidad" integer NOT NULL,
	"recibida" integer,
	"condicion" text,
	"a_stock" integer,
	CONSTRAINT "retorno_lineas_retorno_id_posicion_pk" PRIMARY KEY("retorno_id","posicion"),
	CONSTRAINT "retorno_lineas_cantidad" CHECK ("retorno_lineas"."cantidad" >= 1),
	CONSTRAINT "retorno_lineas_recibida" CHECK ("retorno_lineas"."recibida" between 0 and "retorno_lineas"."cantidad"),
	CONSTRAINT "retorno_lineas_stock" CHECK ("retorno_lineas"."a_stock" between 0 and "retorno_lineas"."recibida"),
	CONSTRAINT "retorno_lineas_condicion" CHECK ("retorno_lineas"."condicion" in ('vendible', 'abierto', 'falla', 'danado'))
);
--> statement-breakpoint
CREATE TABLE "retornos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retornos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"orden_id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"opcion" text NOT NULL,
	"vuelta" text NOT NULL,
	"estado" text DEFAULT 'pedido' NOT NULL,
	"pedido_at" timestamp with time zone NOT NULL,
	"dinero_hasta" text,
	"recibido_at" timestamp with time zone,
	"cerrado_at" timestamp with time zone,
	"motivo" text DEFAULT '' NOT NULL,
	"nota" text DEFAULT '' NOT NULL,
	"respuesta" text DEFAULT '' NOT NULL,
	"usuario_id" integer,
	"devolucion_id" uuid,
	"reemplazo_id" uuid,
	"clave" text NOT NULL,
	CONSTRAINT "retornos_tipo" CHECK ("retornos"."tipo" in ('retracto', 'garantia', 'error_tienda', 'cortesia')),
	CONSTRAINT "retornos_opcion" CHECK ("retornos"."opcion" in ('devolucion', 'cambio', 'reparacion')),
	CONSTRAINT "retornos_vuelta" CHECK ("retornos"."vuelta" in ('retiro', 'ronda', 'courier')),
	CONSTRAINT "retornos_estado" CHECK ("retornos"."estado" in ('pedido', 'recibido', 'cerrado', 'anulado')),
	CONSTRAINT "retornos_fin" CHECK (("retornos"."estado" in ('cerrado', 'anulado')) = ("retornos"."cerrado_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "retorno_lineas" ADD CONSTRAINT "retorno_lineas_retorno_id_retornos_id_fk" FOREIGN KEY ("retorno_id") REFERENCES "public"."retornos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retorno_lineas" ADD CONSTRAINT "retorno_lineas_linea" FOREIGN KEY ("orden_id","posicion") REFERENCES "public"."orden_lineas"("orden_id","posicion") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retornos" ADD CONSTRAINT "retornos_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retornos" ADD CONSTRAINT "retornos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retornos" ADD CONSTRAINT "retornos_reemplazo_id_ordenes_id_fk" FOREIGN KEY ("reemplazo_id") REFERENCES "public"."ordenes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retorno_lineas_orden" ON "retorno_lineas" USING btree ("orden_id","posicion");--> statement-breakpoint
CREATE UNIQUE INDEX "retornos_clave" ON "retornos" USING btree ("clave");--> statement-breakpoint
CREATE UNIQUE INDEX "retornos_devolucion" ON "retornos" USING btree ("devolucion_id");--> statement-breakpoint
CREATE INDEX "retornos_orden" ON "retornos" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "retornos_pedido" ON "retornos" USING btree ("pedido_at");--> statement-breakpoint
CREATE INDEX "retornos_abiertos" ON "retornos" USING btree ("dinero_hasta","pedido_at") WHERE "retornos"."estado" in ('pedido', 'recibido');