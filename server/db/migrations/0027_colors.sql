CREATE TABLE "colores" (
	"color" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"muestra" text,
	"foto" text,
	"primera_vista" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "colores_slug_unique" UNIQUE("slug"),
	CONSTRAINT "colores_muestra" CHECK ("colores"."muestra" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "colores_foto" CHECK (("colores"."foto" is null) = ("colores"."primera_vista" is null))
);
