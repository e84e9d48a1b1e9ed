ALTER TABLE "ordenes" ADD COLUMN "reabierta_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "usuarios_buzon" ON "usuarios" USING btree ((case
	when split_part("email", '@', 2) in ('gmail.com', 'googlemail.com')
	then replace(split_part(split_part("email", '@', 1), '+', 1), '.', '') || '@gmail.com'
	else split_part(split_part("email", '@', 1), '+', 1) || '@' || split_part("email", '@', 2) end));