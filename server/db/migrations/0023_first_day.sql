CREATE TABLE "primer_dia" (
	"paso" text PRIMARY KEY NOT NULL,
	"texto" text NOT NULL,
	"usuario_id" integer,
	"hecho_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "primer_dia" ADD CONSTRAINT "primer_dia_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;