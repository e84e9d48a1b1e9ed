-- Written by hand: the search of the panel needs it. It is a trusted extension: who owns a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
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
	"revoked_at" timestamp with time zone,
	"identidad_at" timestamp with time zone DEFAULT now() NOT NULL,
	"renovada_por" text,
	"repetida_at" timestamp with time zone
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
	"correo_leido_at" timestamp with time zone,
	"is_staff" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_superuser" boolean DEFAULT false NOT NULL,
	"derechos_en_espera" boolean DEFAULT false NOT NULL,
	"segundo_factor_at" timestamp with time zone,
	"carrito" jsonb,
	"factura" jsonb,
	"consentimiento_at" timestamp with time zone,
	"consentimiento_version" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"busqueda" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(normalize(' ' || "email" || ' ' || "first_name" || ' ' || "last_name", NFD)), '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g')) STORED NOT NULL,
	CONSTRAINT "usuarios_email_lower" CHECK ("usuarios"."email" = lower("usuarios"."email"))
);
--> statement-breakpoint
CREATE TABLE "colores" (
	"color" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"muestra" text,
	"foto" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "colores_slug_unique" UNIQUE("slug"),
	CONSTRAINT "colores_muestra" CHECK ("colores"."muestra" ~ '^#[0-9a-f]{6}$')
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
CREATE TABLE "cupones" (
	"codigo" text PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"valor" integer NOT NULL,
	"minimo" integer DEFAULT 0 NOT NULL,
	"desde" text,
	"hasta" text,
	"usos" integer,
	"usos_cliente" integer,
	"solo_primera" boolean DEFAULT false NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cupones_codigo" CHECK ("cupones"."codigo" = upper("cupones"."codigo")),
	CONSTRAINT "cupones_valor" CHECK ("cupones"."valor" > 0 and ("cupones"."tipo" = 'monto' or "cupones"."valor" <= 100))
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
	"enviado_at" timestamp with time zone,
	"cambio_id" uuid
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
	"direccion_mapa" text DEFAULT '' NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"distancia_m" integer,
	"despacho_sin_medir" boolean DEFAULT false NOT NULL,
	"stock_tomado" boolean NOT NULL,
	"expires_at" timestamp with time zone,
	"pagada_at" timestamp with time zone,
	"avisada_at" timestamp with time zone,
	"pagado_a_mano" integer,
	"atencion" text,
	"cancelada_por" integer,
	"entrega_detenida" boolean DEFAULT false NOT NULL,
	"entrega_liberada" text,
	"deshacer" jsonb,
	"comprobante_rechazado" text,
	"boleta_modelo" text,
	"boleta_momento" text,
	"estacion_retiro" text,
	"horario_retiro" text,
	"plazo_entrega" text,
	"red" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"busqueda" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(normalize(' ' || "nombre" || ' ' || "email" || ' ' || "direccion" || ' ' || "direccion_mapa" || ' ' || "comuna" || ' ' || "telefono", NFD)), '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g')) STORED NOT NULL,
	CONSTRAINT "ordenes_estado_conocido" CHECK ("ordenes"."estado" in ('pendiente', 'en_revision', 'pagada', 'completado', 'fallida', 'cancelado')),
	CONSTRAINT "ordenes_montos" CHECK ("ordenes"."subtotal" >= 0 and "ordenes"."despacho" >= 0 and "ordenes"."descuento" >= 0 and "ordenes"."total" >= 0),
	CONSTRAINT "ordenes_metodo_conocido" CHECK ("ordenes"."metodo_pago" in ('mercadopago', 'flow', 'webpay', 'transferencia', 'efectivo')),
	CONSTRAINT "ordenes_entrega" CHECK ("ordenes"."tipo_entrega" in ('despacho', 'retiro'))
);
--> statement-breakpoint
CREATE TABLE "comprobantes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"orden_id" uuid NOT NULL,
	"archivo" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rechazado_at" timestamp with time zone
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
	"averiguado" text,
	"reserva" uuid,
	"reservada_hasta" timestamp with time zone,
	"enviada_at" timestamp with time zone,
	"devuelto_antes" integer,
	"aceptar_hasta" timestamp with time zone,
	"recordada_at" timestamp with time zone,
	"por_transferencia" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devoluciones_monto" CHECK ("devoluciones"."monto" > 0),
	CONSTRAINT "devoluciones_estado" CHECK ("devoluciones"."estado" in ('pedida', 'enviando', 'en_curso', 'en_duda', 'hecha', 'rechazada'))
);
--> statement-breakpoint
CREATE TABLE "devoluciones_a_mano" (
	"id" uuid PRIMARY KEY NOT NULL,
	"orden_id" uuid NOT NULL,
	"monto" integer NOT NULL,
	"medio" text NOT NULL,
	"fecha" date NOT NULL,
	"referencia" text DEFAULT '' NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devoluciones_a_mano_monto" CHECK ("devoluciones_a_mano"."monto" > 0),
	CONSTRAINT "devoluciones_a_mano_medio" CHECK ("devoluciones_a_mano"."medio" in ('transferencia', 'efectivo'))
);
--> statement-breakpoint
CREATE TABLE "disputas" (
	"gateway" text NOT NULL,
	"tipo" text NOT NULL,
	"disputa_id" text NOT NULL,
	"pago_id" text NOT NULL,
	"orden_id" uuid NOT NULL,
	"estado" text NOT NULL,
	"responder_hasta" timestamp with time zone,
	"cambiada_at" timestamp with time zone,
	"consultar_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputas_gateway_tipo_disputa_id_pk" PRIMARY KEY("gateway","tipo","disputa_id"),
	CONSTRAINT "disputas_tipo" CHECK ("disputas"."tipo" in ('contracargo', 'reclamo', 'mediacion', 'fraude')),
	CONSTRAINT "disputas_estado" CHECK ("disputas"."estado" in ('abierta', 'ganada', 'perdida'))
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
	"pagina_hasta" timestamp with time zone,
	"consultar_at" timestamp with time zone,
	"consultas" integer DEFAULT 0 NOT NULL,
	"respondida_at" timestamp with time zone,
	"sin_respuesta" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "intentos_monto" CHECK ("intentos_pago"."monto" > 0)
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
	"codigo_autorizacion" text,
	"autorizado_at" timestamp with time zone,
	"tipo_tarjeta" text,
	"medio" text,
	"tipo_cuotas" text,
	"cuotas" integer,
	"monto_cuota" integer,
	"ultimos_digitos" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pagos_gateway_pago_id_pk" PRIMARY KEY("gateway","pago_id"),
	CONSTRAINT "pagos_montos" CHECK ("pagos"."monto" >= 0 and "pagos"."devuelto" >= 0)
);
--> statement-breakpoint
CREATE TABLE "avisos" (
	"clave" text PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"nro_orden" integer,
	"orden_id" uuid,
	"ronda_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "llaves_push" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"publica" text NOT NULL,
	"privada" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "llaves_push_una" CHECK ("llaves_push"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "suscripciones_push" (
	"id" uuid PRIMARY KEY NOT NULL,
	"usuario_id" integer NOT NULL,
	"sesion_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"nombre" text NOT NULL,
	"tipos" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ultimo_ok_at" timestamp with time zone,
	"ultimo_fallo_at" timestamp with time zone,
	CONSTRAINT "suscripciones_push_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "auditoria" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auditoria_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tipo" text NOT NULL,
	"ref" text NOT NULL,
	"usuario_id" integer,
	"accion" text NOT NULL,
	"campo" text,
	"detalle" text,
	"antes" text,
	"despues" text,
	"clave" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auditoria_clave" UNIQUE("clave"),
	CONSTRAINT "auditoria_tipo" CHECK ("auditoria"."tipo" in ('orden', 'usuario', 'producto', 'ajuste', 'ronda'))
);
--> statement-breakpoint
CREATE TABLE "limites" (
	"clave" text PRIMARY KEY NOT NULL,
	"cuenta" integer NOT NULL,
	"hasta" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pasos_por_dia" (
	"dia" date NOT NULL,
	"paso" text NOT NULL,
	"cantidad" integer NOT NULL,
	CONSTRAINT "pasos_por_dia_dia_paso_pk" PRIMARY KEY("dia","paso"),
	CONSTRAINT "pasos_por_dia_paso" CHECK ("pasos_por_dia"."paso" in ('portada', 'carrito', 'pago')),
	CONSTRAINT "pasos_por_dia_cantidad" CHECK ("pasos_por_dia"."cantidad" > 0)
);
--> statement-breakpoint
CREATE TABLE "fotos_entrega" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parada_id" uuid NOT NULL,
	"archivo" text NOT NULL,
	"bytes" integer NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paradas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"numero" integer GENERATED ALWAYS AS IDENTITY (sequence name "paradas_numero_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ronda_id" uuid NOT NULL,
	"orden_id" uuid NOT NULL,
	"posicion" integer NOT NULL,
	"fijada" boolean DEFAULT false NOT NULL,
	"estado" text DEFAULT 'por_preparar' NOT NULL,
	"llega_at" timestamp with time zone NOT NULL,
	"avisada_at" timestamp with time zone,
	"hecha_at" timestamp with time zone,
	"registrada_at" timestamp with time zone,
	"hecha_por" integer,
	"fecha_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(hecha_at, llega_at)) STORED NOT NULL,
	"atrasada" boolean DEFAULT false NOT NULL,
	"recibe" text DEFAULT '' NOT NULL,
	"motivo" text,
	"nota" text DEFAULT '' NOT NULL,
	"sigue" text,
	"cobrado" integer,
	"vuelto" integer,
	"antes" jsonb,
	CONSTRAINT "paradas_estado_conocido" CHECK ("paradas"."estado" in ('por_preparar', 'en_ruta', 'entregada', 'no_entregada')),
	CONSTRAINT "paradas_motivo" CHECK (("paradas"."estado" = 'no_entregada') = ("paradas"."motivo" is not null)),
	CONSTRAINT "paradas_sigue" CHECK ("paradas"."sigue" in ('otra_ronda', 'anular')),
	CONSTRAINT "paradas_dinero" CHECK (coalesce("paradas"."cobrado", 0) >= 0 and coalesce("paradas"."vuelto", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "pulsaciones" (
	"clave" uuid PRIMARY KEY NOT NULL,
	"parada_id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"usuario_id" integer,
	"hecha_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pulsaciones_tipo" CHECK ("pulsaciones"."tipo" in ('entregada', 'no_entregada', 'deshecha'))
);
--> statement-breakpoint
CREATE TABLE "retiros" (
	"orden_id" uuid PRIMARY KEY NOT NULL,
	"hora_at" timestamp with time zone,
	"codigo" text,
	"acuerdos" integer DEFAULT 0 NOT NULL,
	"hecha_at" timestamp with time zone,
	"hecha_por" integer,
	"recibe" text DEFAULT '' NOT NULL,
	"sin_codigo" text DEFAULT '' NOT NULL,
	"cobrado" integer,
	"vuelto" integer,
	"antes" jsonb,
	"claves" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "retiros_hora" CHECK (("retiros"."hora_at" is null) = ("retiros"."codigo" is null)),
	CONSTRAINT "retiros_dinero" CHECK (coalesce("retiros"."cobrado", 0) >= 0 and coalesce("retiros"."vuelto", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "rondas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"numero" integer GENERATED ALWAYS AS IDENTITY (sequence name "rondas_numero_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"estado" text DEFAULT 'borrador' NOT NULL,
	"salida_at" timestamp with time zone NOT NULL,
	"repartidor_id" integer,
	"minutos_parada" integer NOT NULL,
	"tiempos" jsonb NOT NULL,
	"metros" integer DEFAULT 0 NOT NULL,
	"segundos" integer DEFAULT 0 NOT NULL,
	"clave" text NOT NULL,
	"cerrada_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rondas_estado_conocido" CHECK ("rondas"."estado" in ('borrador', 'en_curso', 'cerrada')),
	CONSTRAINT "rondas_minutos" CHECK ("rondas"."minutos_parada" between 0 and 60)
);
--> statement-breakpoint
CREATE TABLE "apps_codigos" (
	"usuario_id" integer PRIMARY KEY NOT NULL,
	"secreto" text NOT NULL,
	"confirmada_at" timestamp with time zone,
	"ultimo_paso" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codigos_recuperacion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "codigos_recuperacion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"usuario_id" integer NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "llaves_acceso" (
	"id" text PRIMARY KEY NOT NULL,
	"usuario_id" integer NOT NULL,
	"clave_publica" text NOT NULL,
	"contador" bigint NOT NULL,
	"transportes" text[] NOT NULL,
	"sincronizable" boolean NOT NULL,
	"sincronizada" boolean NOT NULL,
	"nombre" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
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
CREATE TABLE "ajustes" (
	"clave" text PRIMARY KEY NOT NULL,
	"valor" text NOT NULL,
	"fijo" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ajustes_versiones" (
	"clave" text NOT NULL,
	"version" integer NOT NULL,
	"valor" text NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ajustes_versiones_clave_version_pk" PRIMARY KEY("clave","version")
);
--> statement-breakpoint
CREATE TABLE "episodios" (
	"clave" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "primer_dia" (
	"paso" text PRIMARY KEY NOT NULL,
	"texto" text NOT NULL,
	"usuario_id" integer,
	"hecho_at" timestamp with time zone NOT NULL
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
	"clave" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "movimientos_cantidad" CHECK ("movimientos_stock"."cantidad" <> 0),
	CONSTRAINT "movimientos_motivo" CHECK ("movimientos_stock"."motivo" in ('inicial', 'venta', 'devolucion', 'ajuste'))
);
--> statement-breakpoint
CREATE TABLE "documentos_tributarios" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"orden_id" uuid NOT NULL,
	"tipo" integer NOT NULL,
	"secuencia" integer NOT NULL,
	"estado" text DEFAULT 'por_emitir' NOT NULL,
	"monto" integer NOT NULL,
	"folio" integer,
	"token" text,
	"fecha" text,
	"motivo" text,
	"intentos" integer DEFAULT 0 NOT NULL,
	"primer_intento_at" timestamp with time zone,
	"ultimo_intento_at" timestamp with time zone,
	"incierta_desde" timestamp with time zone,
	"emitida_at" timestamp with time zone,
	"intentar_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documentos_tipo" CHECK ("documentos_tributarios"."tipo" in (39, 33, 61)),
	CONSTRAINT "documentos_monto" CHECK ("documentos_tributarios"."monto" > 0),
	CONSTRAINT "documentos_estado_conocido" CHECK ("documentos_tributarios"."estado" in ('por_emitir', 'emitida', 'aceptada', 'rechazada', 'por_revisar'))
);
--> statement-breakpoint
CREATE TABLE "receptores" (
	"orden_id" uuid PRIMARY KEY NOT NULL,
	"tipo" integer NOT NULL,
	"rut" text NOT NULL,
	"razon_social" text NOT NULL,
	"giro" text,
	"direccion" text,
	"comuna" text,
	"busqueda" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(lower(normalize(' ' || "razon_social", NFD)), '[\u0300-\u036f]+', '', 'g'), '[^a-z0-9]+', ' ', 'g')) STORED NOT NULL,
	CONSTRAINT "receptores_tipo" CHECK ("receptores"."tipo" in (39, 33)),
	CONSTRAINT "receptores_factura" CHECK ("receptores"."tipo" = 39 or ("receptores"."giro" is not null and "receptores"."direccion" is not null and "receptores"."comuna" is not null))
);
--> statement-breakpoint
ALTER TABLE "recuperaciones" ADD CONSTRAINT "recuperaciones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sesiones" ADD CONSTRAINT "sesiones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupones" ADD CONSTRAINT "cupones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correos" ADD CONSTRAINT "correos_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claves_idempotencia" ADD CONSTRAINT "claves_idempotencia_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claves_idempotencia" ADD CONSTRAINT "claves_idempotencia_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_producto_id_productos_id_fk" FOREIGN KEY ("producto_id") REFERENCES "public"."productos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_cancelada_por_usuarios_id_fk" FOREIGN KEY ("cancelada_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comprobantes" ADD CONSTRAINT "comprobantes_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones_a_mano" ADD CONSTRAINT "devoluciones_a_mano_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones_a_mano" ADD CONSTRAINT "devoluciones_a_mano_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputas" ADD CONSTRAINT "disputas_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intentos_pago" ADD CONSTRAINT "intentos_pago_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_intento_id_intentos_pago_id_fk" FOREIGN KEY ("intento_id") REFERENCES "public"."intentos_pago"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avisos" ADD CONSTRAINT "avisos_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avisos" ADD CONSTRAINT "avisos_ronda_id_rondas_id_fk" FOREIGN KEY ("ronda_id") REFERENCES "public"."rondas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suscripciones_push" ADD CONSTRAINT "suscripciones_push_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suscripciones_push" ADD CONSTRAINT "suscripciones_push_sesion_id_sesiones_id_fk" FOREIGN KEY ("sesion_id") REFERENCES "public"."sesiones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fotos_entrega" ADD CONSTRAINT "fotos_entrega_parada_id_paradas_id_fk" FOREIGN KEY ("parada_id") REFERENCES "public"."paradas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fotos_entrega" ADD CONSTRAINT "fotos_entrega_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paradas" ADD CONSTRAINT "paradas_ronda_id_rondas_id_fk" FOREIGN KEY ("ronda_id") REFERENCES "public"."rondas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paradas" ADD CONSTRAINT "paradas_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paradas" ADD CONSTRAINT "paradas_hecha_por_usuarios_id_fk" FOREIGN KEY ("hecha_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pulsaciones" ADD CONSTRAINT "pulsaciones_parada_id_paradas_id_fk" FOREIGN KEY ("parada_id") REFERENCES "public"."paradas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pulsaciones" ADD CONSTRAINT "pulsaciones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retiros" ADD CONSTRAINT "retiros_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retiros" ADD CONSTRAINT "retiros_hecha_por_usuarios_id_fk" FOREIGN KEY ("hecha_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rondas" ADD CONSTRAINT "rondas_repartidor_id_usuarios_id_fk" FOREIGN KEY ("repartidor_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps_codigos" ADD CONSTRAINT "apps_codigos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codigos_recuperacion" ADD CONSTRAINT "codigos_recuperacion_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "llaves_acceso" ADD CONSTRAINT "llaves_acceso_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ajustes_versiones" ADD CONSTRAINT "ajustes_versiones_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "primer_dia" ADD CONSTRAINT "primer_dia_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_stock" ADD CONSTRAINT "movimientos_stock_producto_id_productos_id_fk" FOREIGN KEY ("producto_id") REFERENCES "public"."productos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_stock" ADD CONSTRAINT "movimientos_stock_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos_stock" ADD CONSTRAINT "movimientos_stock_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documentos_tributarios" ADD CONSTRAINT "documentos_tributarios_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receptores" ADD CONSTRAINT "receptores_orden_id_ordenes_id_fk" FOREIGN KEY ("orden_id") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recuperaciones_usuario" ON "recuperaciones" USING btree ("usuario_id");--> statement-breakpoint
CREATE INDEX "sesiones_usuario" ON "sesiones" USING btree ("usuario_id");--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_email" ON "usuarios" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_google_sub" ON "usuarios" USING btree ("google_sub");--> statement-breakpoint
CREATE INDEX "usuarios_trigramas" ON "usuarios" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "usuarios_staff" ON "usuarios" USING btree ("id") WHERE "usuarios"."is_staff";--> statement-breakpoint
CREATE UNIQUE INDEX "productos_sku_color" ON "productos" USING btree ("sku","color") WHERE "productos"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "correos_clave" ON "correos" USING btree ("clave");--> statement-breakpoint
CREATE INDEX "correos_orden" ON "correos" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "correos_destinatario" ON "correos" USING btree ("destinatario","created_at");--> statement-breakpoint
CREATE INDEX "correos_pendientes" ON "correos" USING btree ("created_at") WHERE "correos"."enviado_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ordenes_nro" ON "ordenes" USING btree ("nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_usuario" ON "ordenes" USING btree ("usuario_id","created_at");--> statement-breakpoint
CREATE INDEX "ordenes_created" ON "ordenes" USING btree ("created_at","nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_estado_entrega" ON "ordenes" USING btree ("estado","created_at","nro_orden","tipo_entrega");--> statement-breakpoint
CREATE INDEX "ordenes_metodo_estado" ON "ordenes" USING btree ("metodo_pago","estado","created_at","nro_orden");--> statement-breakpoint
CREATE INDEX "ordenes_total_filtros" ON "ordenes" USING btree ("total","nro_orden","estado","metodo_pago");--> statement-breakpoint
CREATE INDEX "ordenes_pagada" ON "ordenes" USING btree ("pagada_at","estado","metodo_pago","total","id") WHERE "ordenes"."pagada_at" is not null;--> statement-breakpoint
CREATE INDEX "ordenes_atencion" ON "ordenes" USING btree ("created_at") WHERE "ordenes"."atencion" is not null;--> statement-breakpoint
CREATE INDEX "ordenes_trigramas" ON "ordenes" USING gin ("busqueda" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "ordenes_telefono_abiertas" ON "ordenes" USING btree ("telefono") WHERE "ordenes"."stock_tomado" and "ordenes"."pagada_at" is null and "ordenes"."estado" in ('pendiente', 'en_revision');--> statement-breakpoint
CREATE INDEX "ordenes_red" ON "ordenes" USING btree ("red") WHERE "ordenes"."red" is not null;--> statement-breakpoint
CREATE INDEX "ordenes_cupon" ON "ordenes" USING btree ("cupon") WHERE "ordenes"."cupon" is not null;--> statement-breakpoint
CREATE INDEX "ordenes_expires" ON "ordenes" USING btree ("expires_at") WHERE "ordenes"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "comprobantes_orden" ON "comprobantes" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "devoluciones_orden" ON "devoluciones" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "devoluciones_abiertas" ON "devoluciones" USING btree ("updated_at") WHERE "devoluciones"."estado" not in ('hecha', 'rechazada');--> statement-breakpoint
CREATE INDEX "devoluciones_a_mano_orden" ON "devoluciones_a_mano" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "devoluciones_a_mano_fecha" ON "devoluciones_a_mano" USING btree ("fecha");--> statement-breakpoint
CREATE INDEX "disputas_orden" ON "disputas" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "disputas_consultar" ON "disputas" USING btree ("gateway","consultar_at") WHERE "disputas"."consultar_at" is not null;--> statement-breakpoint
CREATE INDEX "intentos_orden" ON "intentos_pago" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "intentos_created" ON "intentos_pago" USING btree ("created_at","orden_id","estado");--> statement-breakpoint
CREATE INDEX "intentos_por_consultar" ON "intentos_pago" USING btree ("gateway","consultar_at") WHERE "intentos_pago"."consultar_at" is not null and "intentos_pago"."estado" <> 'pagado';--> statement-breakpoint
CREATE INDEX "intentos_pagados_por_consultar" ON "intentos_pago" USING btree ("gateway","consultar_at") WHERE "intentos_pago"."consultar_at" is not null and "intentos_pago"."estado" = 'pagado';--> statement-breakpoint
CREATE UNIQUE INDEX "intentos_gateway_ref" ON "intentos_pago" USING btree ("gateway","gateway_ref");--> statement-breakpoint
CREATE INDEX "pagos_autorizacion" ON "pagos" USING btree ("codigo_autorizacion");--> statement-breakpoint
CREATE INDEX "pagos_tarjeta" ON "pagos" USING btree ("ultimos_digitos");--> statement-breakpoint
CREATE INDEX "pagos_orden" ON "pagos" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "pagos_created" ON "pagos" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pagos_uno_aplicado" ON "pagos" USING btree ("orden_id") WHERE "pagos"."destino" = 'aplicado';--> statement-breakpoint
CREATE INDEX "avisos_creado" ON "avisos" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "avisos_orden" ON "avisos" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "suscripciones_push_usuario" ON "suscripciones_push" USING btree ("usuario_id");--> statement-breakpoint
CREATE INDEX "auditoria_ref" ON "auditoria" USING btree ("tipo","ref","id");--> statement-breakpoint
CREATE INDEX "limites_hasta" ON "limites" USING btree ("hasta");--> statement-breakpoint
CREATE INDEX "fotos_entrega_parada" ON "fotos_entrega" USING btree ("parada_id");--> statement-breakpoint
CREATE INDEX "fotos_entrega_created" ON "fotos_entrega" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "paradas_numero" ON "paradas" USING btree ("numero");--> statement-breakpoint
CREATE INDEX "paradas_ronda" ON "paradas" USING btree ("ronda_id","posicion");--> statement-breakpoint
CREATE INDEX "paradas_orden" ON "paradas" USING btree ("orden_id");--> statement-breakpoint
CREATE INDEX "paradas_fecha" ON "paradas" USING btree ("fecha_at","numero","estado","atrasada","motivo");--> statement-breakpoint
CREATE INDEX "paradas_estado" ON "paradas" USING btree ("estado","fecha_at","numero");--> statement-breakpoint
CREATE INDEX "paradas_atrasada" ON "paradas" USING btree ("fecha_at","numero") WHERE "paradas"."atrasada";--> statement-breakpoint
CREATE INDEX "paradas_hecha_por" ON "paradas" USING btree ("hecha_por","fecha_at","numero");--> statement-breakpoint
CREATE UNIQUE INDEX "paradas_abierta" ON "paradas" USING btree ("orden_id") WHERE "paradas"."estado" in ('por_preparar', 'en_ruta');--> statement-breakpoint
CREATE INDEX "pulsaciones_parada" ON "pulsaciones" USING btree ("parada_id");--> statement-breakpoint
CREATE INDEX "retiros_hecha" ON "retiros" USING btree ("hecha_at") WHERE "retiros"."hecha_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "rondas_clave" ON "rondas" USING btree ("clave");--> statement-breakpoint
CREATE INDEX "rondas_salida" ON "rondas" USING btree ("salida_at");--> statement-breakpoint
CREATE INDEX "codigos_recuperacion_usuario" ON "codigos_recuperacion" USING btree ("usuario_id");--> statement-breakpoint
CREATE INDEX "llaves_acceso_usuario" ON "llaves_acceso" USING btree ("usuario_id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_fecha" ON "eventos_seguridad" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_tipo" ON "eventos_seguridad" USING btree ("tipo","created_at","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_usuario" ON "eventos_seguridad" USING btree ("usuario_id","created_at","id");--> statement-breakpoint
CREATE INDEX "eventos_seguridad_por" ON "eventos_seguridad" USING btree ("por_id") WHERE "eventos_seguridad"."por_id" is not null;--> statement-breakpoint
CREATE INDEX "eventos_seguridad_red" ON "eventos_seguridad" USING btree ("red","created_at","id");--> statement-breakpoint
CREATE INDEX "movimientos_producto" ON "movimientos_stock" USING btree ("producto_id","id","cantidad");--> statement-breakpoint
CREATE INDEX "movimientos_created" ON "movimientos_stock" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "movimientos_clave" ON "movimientos_stock" USING btree ("clave") WHERE "movimientos_stock"."clave" is not null;--> statement-breakpoint
CREATE INDEX "movimientos_orden" ON "movimientos_stock" USING btree ("orden_id");--> statement-breakpoint
CREATE UNIQUE INDEX "documentos_uno" ON "documentos_tributarios" USING btree ("orden_id","tipo","secuencia");--> statement-breakpoint
CREATE UNIQUE INDEX "documentos_una_venta" ON "documentos_tributarios" USING btree ("orden_id","secuencia") WHERE "documentos_tributarios"."tipo" <> 61;--> statement-breakpoint
CREATE UNIQUE INDEX "documentos_folio" ON "documentos_tributarios" USING btree ("tipo","folio");--> statement-breakpoint
CREATE INDEX "documentos_intentar" ON "documentos_tributarios" USING btree ("intentar_at") WHERE "documentos_tributarios"."intentar_at" is not null;--> statement-breakpoint
CREATE INDEX "documentos_estado" ON "documentos_tributarios" USING btree ("estado","orden_id");--> statement-breakpoint
CREATE INDEX "documentos_emitida" ON "documentos_tributarios" USING btree ("fecha");--> statement-breakpoint
CREATE INDEX "receptores_rut" ON "receptores" USING btree ("rut");--> statement-breakpoint
CREATE INDEX "receptores_trigramas" ON "receptores" USING gin ("busqueda" gin_trgm_ops);