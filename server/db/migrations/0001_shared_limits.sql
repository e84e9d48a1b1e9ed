CREATE TABLE "limites" (
	"clave" text PRIMARY KEY NOT NULL,
	"cuenta" integer NOT NULL,
	"hasta" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "limites_hasta" ON "limites" USING btree ("hasta");