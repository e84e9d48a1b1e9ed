CREATE TABLE "fotos_entrega" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parada_id" uuid NOT NULL,
	"archivo" text NOT NULL,
	"bytes" integer NOT NULL,
	"usuario_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fotos_entrega" ADD CONSTRAINT "fotos_entrega_parada_id_paradas_id_fk" FOREIGN KEY ("parada_id") REFERENCES "public"."paradas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fotos_entrega" ADD CONSTRAINT "fotos_entrega_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fotos_entrega_parada" ON "fotos_entrega" USING btree ("parada_id");--> statement-breakpoint
CREATE INDEX "fotos_entrega_created" ON "fotos_entrega" USING btree ("created_at");