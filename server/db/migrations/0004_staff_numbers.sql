DROP INDEX "movimientos_producto";--> statement-breakpoint
DROP INDEX "ordenes_pagada";--> statement-breakpoint
CREATE INDEX "intentos_created" ON "intentos_pago" USING btree ("created_at","orden_id","estado");--> statement-breakpoint
CREATE INDEX "movimientos_producto" ON "movimientos_stock" USING btree ("producto_id","id","cantidad");--> statement-breakpoint
CREATE INDEX "ordenes_pagada" ON "ordenes" USING btree ("pagada_at","estado","metodo_pago","total","id") WHERE "ordenes"."pagada_at" is not null;