CREATE TABLE "auditoria" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auditoria_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tipo" text NOT NULL,
	"ref" text NOT NULL,
	"usuario_id" integer,
	"accion" text NOT NULL,
	"campo" text,
	"antes" text,
	"despues" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auditoria_tipo" CHECK ("auditoria"."tipo" in ('orden', 'usuario', 'producto'))
);
--> statement-breakpoint
CREATE TABLE "claves_idempotencia" (
	"usuario_id" integer NOT NULL,
	"clave" text NOT NULL,
	"huella" text NOT NULL,
	"orden_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claves_idempotencia_usuario_id_clave_pk" PRIMARY KEY("usuario_id","clave")
);
--> statement-breakpoint
CREATE TABLE "comprobantes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"orden_id" uuid NOT NULL,
	"archivo" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "correos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clave" text NOT NULL,
	"plantilla" text NOT NULL,
	"destinatario" text NOT NULL,
	"datos" jsonb NOT NULL,
	"orden_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"enviado_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "devoluciones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"pago_id" text NOT NULL,
	"orden_id" uuid NOT NULL,
	"monto" integer NOT NULL,
	"motivo" text NOT NULL,
	"estado" text NOT NULL,
	"devolucion_id" text,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devoluciones_monto" CHECK ("devoluciones"."monto" > 0)
);
--> statement-breakpoint
CREATE TABLE "intentos_pago" (
	"id" uuid PRIMARY KEY NOT NULL,
	"orden_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"estado" text NOT NULL,
	"monto" integer NOT NULL,
	"gateway_ref" text,
	"url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"consultar_at" timestamp with time zone,
	"consultas" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "intentos_monto" CHECK ("intentos_pago"."monto" > 0)
);
--> statement-breakpoint
CREATE TABLE "movimientos_stock" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "movimientos_stock_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"producto_id" integer NOT NULL,
	"cantidad" integer NOT NULL,
	"motivo" text NOT NULL,
	"orden_id" uuid,
	"usuario_id" integer,
	"nota" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "movimientos_cantidad" CHECK ("movimientos_stock"."cantidad" <> 0),
	CONSTRAINT "movimientos_motivo" CHECK ("movimientos_stock"."motivo" in ('inicial', 'venta', 'devolucion', 'ajuste'))
);
--> statement-breakpoint
CREATE TABLE "orden_lineas" (
	"orden_id" uuid NOT NULL,
	"posicion" integer NOT NULL,
	"producto_id" integer NOT NULL,
	"nombre" text NOT NULL,
	"sku" text NOT NULL,
	"color" text NOT NULL,
	"imagen" text NOT NULL,
	"precio" integer NOT NULL,
	"cantidad" integer NOT NULL,
	CONSTRAINT "orden_lineas_orden_id_posicion_pk" PRIMARY KEY("orden_id","posicion"),
	CONSTRAINT "orden_lineas_cantidad" CHECK ("orden_lineas"."cantidad" >= 1),
	CONSTRAINT "orden_lineas_precio" CHECK ("orden_lineas"."precio" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ordenes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"nro_orden" integer GENERATED ALWAYS AS IDENTITY (sequence name "ordenes_nro_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"usuario_id" integer,
	"estado" text NOT NULL,
	"metodo_pago" text NOT NULL,
	"subtotal" integer NOT NULL,
	"despacho" integer NOT NULL,
	"descuento" integer NOT NULL,
	"total" integer NOT NULL,
	"cupon" text,
	"tipo_entrega" text NOT NULL,
	"direccion" text DEFAULT '' NOT NULL,
	"telefono" text NOT NULL,
	"nombre" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"comuna" text DEFAULT '' NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"distancia_m" integer,
	"despacho_sin_medir" boolean DEFAULT false NOT NULL,
	"stock_tomado" boolean NOT NULL,
	"expires_at" timestamp with time zone,
	"pagada_at" timestamp with time zone,
	"atencion" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ordenes_estado_conocido" CHECK ("ordenes"."estado" in ('pendiente', 'en_revision', 'pagada', 'completado', 'fallida', 'cancelado')),
	CONSTRAINT "ordenes_montos" CHECK ("ordenes"."subtotal" >= 0 and "ordenes"."despacho" >= 0 and "ordenes"."descuento" >= 0 and "ordenes"."total" >= 0),
	CONSTRAINT "ordenes_entrega" CHECK ("ordenes"."tipo_entrega" in ('despacho', 'retiro'))
);
--> statement-breakpoint
CREATE TABLE "pagos" (
	"gateway" text NOT NULL,
	"pago_id" text NOT NULL,
	"intento_id" uuid NOT NULL,
	"orden_id" uuid NOT NULL,
	"estado" text NOT NULL,
	"monto" integer NOT NULL,
	"moneda" text NOT NULL,
	"devuelto" integer DEFAULT 0 NOT NULL,
	"destino" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pagos_gateway_pago_id_pk" PRIMARY KEY("gateway","pago_id"),
	CONSTRAINT "pagos_montos" CHECK ("pagos"."monto" >= 0 and "pagos"."devuelto" >= 0)
);
--> statement-breakpoint
CREATE TABLE "productos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "productos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"sku" text NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"precio" integer NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"low_stock_threshold" integer DEFAULT 5 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "productos_stock" CHECK ("productos"."stock" >= 0),
	CONSTRAINT "productos_precio" CHECK ("productos"."precio" >= 0),
	CONSTRAINT "productos_threshold" CHECK ("productos"."low_stock_threshold" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recuperaciones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"usuario_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sesiones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"usuario_id" integer NOT NULL,
	"refresh_hash" text NOT NULL,
	"dispositivo" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "usuarios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usuarios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"telefono" text DEFAULT '' NOT NULL,
	"direccion" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"google_sub" text,
	"email_verified_at" timestamp with time zone,
	"is_staff" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_superuser" boolean DEFAULT false NOT NULL,
	"carrito" jsonb,
	"consentimiento_at" timestamp with time zone,
	"consentimiento_version" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usuarios_email_lower" CHECK ("usuarios"."email" = lower("usuarios"."email"))
);
--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claves_idempotencia" ADD CONSTRAINT "claves_idempotencia_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claves_idempotencia" ADD CONSTRAINT "claves_idempotencia_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comprobantes" ADD CONSTRAINT "comprobantes_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correos" ADD CONSTRAINT "correos_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intentos_pago" ADD CONSTRAINT "intentos_pago_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_stock" ADD CONSTRAINT "movimientos_stock_producto_id_productos_id_fk" FOREIGN KEY ("producto_id") REFERENCES "public"."productos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_stock" ADD CONSTRAINT "movimientos_stock_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_stock" ADD CONSTRAINT "movimientos_stock_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_producto_id_productos_id_fk" FOREIGN KEY ("producto_id") REFERENCES "public"."productos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_intento_id_intentos_pago_id_fk" FOREIGN KEY ("intento_id") REFERENCES "public"."intentos_pago"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recuperaciones" ADD CONSTRAINT "recuperaciones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sesiones" ADD CONSTRAINT "sesiones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auditoria_ref" ON "auditoria" USING btree ("tipo","ref","id");--> statement-breakpoint
CREATE INDEX "comprobantes_orden" ON "comprobantes" USING btree ("orden_id");--> statement-breakpoint
CREATE UNIQUE INDEX "correos_clave" ON "correos" USING btree ("clave");--> statement-breakpoint
CREATE INDEX "correos_orden" ON "correos" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "correos_pendientes" ON "correos" USING btree ("created_at") WHERE "correos"."enviado_at" is null;--> statement-breakpoint
CREATE INDEX "devoluciones_orden" ON "devoluciones" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "intentos_orden" ON "intentos_pago" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "intentos_consultar" ON "intentos_pago" USING btree ("consultar_at") WHERE "intentos_pago"."consultar_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "intentos_gateway_ref" ON "intentos_pago" USING btree ("gateway","gateway_ref");--> statement-breakpoint
CREATE INDEX "movimientos_producto" ON "movimientos_stock" USING btree ("producto_id","id");--> statement-breakpoint
CREATE INDEX "movimientos_orden" ON "movimientos_stock" USING btree ("orden_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ordenes_nro" ON "ordenes" USING btree ("nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_usuario" ON "ordenes" USING btree ("usuario_id","created_at");--> statement-breakpoint
CREATE INDEX "ordenes_created" ON "ordenes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ordenes_estado" ON "ordenes" USING btree ("estado","created_at");--> statement-breakpoint
CREATE INDEX "ordenes_expires" ON "ordenes" USING btree ("expires_at") WHERE "ordenes"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "pagos_orden" ON "pagos" USING btree ("orden_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pagos_uno_aplicado" ON "pagos" USING btree ("orden_id") WHERE "pagos"."destino" = 'aplicado';--> statement-breakpoint
CREATE UNIQUE INDEX "productos_sku_color" ON "productos" USING btree ("sku","color") WHERE "productos"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "recuperaciones_usuario" ON "recuperaciones" USING btree ("usuario_id");--> statement-breakpoint
CREATE INDEX "sesiones_usuario" ON "sesiones" USING btree ("usuario_id");--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_email" ON "usuarios" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_google_sub" ON "usuarios" USING btree ("google_sub");