ALTER TABLE "auditoria" ADD COLUMN "clave" text;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_clave" UNIQUE("clave");