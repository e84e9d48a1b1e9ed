ALTER TABLE "ordenes" ADD COLUMN "red" text;--> statement-breakpoint
CREATE INDEX "ordenes_red" ON "ordenes" USING btree ("red") WHERE "ordenes"."red" is not null;