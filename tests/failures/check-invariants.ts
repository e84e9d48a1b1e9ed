import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/database.ts'
import type { ReceivedMail } from '#simulators/correo/inbox.ts'

/** What a scenario knows besides the database. */
export interface Witnesses {
	/** Orders that the shop told their customers of. */
	readonly acknowledged?: readonly string[]
	/** Every mail that reached the mail server; left out where mails are not looked at. */
	readonly mails?: readonly Pick<ReceivedMail, 'message_id' | 'to'>[]
	/** Mails and refunds may still be on their way. */
	readonly isUnfinished?: boolean
}

/** Each promise as a query for what breaks it: `what` tells the row, e.g. an order's number. */
const promises: Readonly<Record<string, ReturnType<typeof sql>>> = {
	'stock is the sum of its ledger and not below zero': sql`
		select p.color || ': ' || p.stock || ' but ' || coalesce(sum(m.cantidad), 0) as what
		from productos p left join movimientos_stock m on m.producto_id = p.id
		group by p.id having p.stock < 0 or p.stock <> coalesce(sum(m.cantidad), 0)`,
	'an order holds its bottles exactly when it says so': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o
		where exists (
			select 1 from (select orden_id, producto_id, sum(cantidad) as units from orden_lineas group by 1, 2) l
			where l.orden_id = o.id and (case when o.stock_tomado then -l.units else 0 end) <> coalesce(
				(select sum(m.cantidad) from movimientos_stock m where m.orden_id = o.id and m.producto_id = l.producto_id), 0))`,
	'a state that holds bottles has them, unless staff were told why not; the others have none': sql`
		select nro_orden || ' ' || estado as what from ordenes
		where (estado in ('fallida', 'cancelado') and stock_tomado)
			or (estado in ('pendiente', 'en_revision', 'pagada', 'completado') and not stock_tomado and atencion is null)`,
	'a paid order has one applied payment of its amount': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o
		where o.metodo_pago in ('mercadopago', 'flow', 'webpay') and o.total > 0 and o.estado in ('pagada', 'completado')
			and not exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text
				and a.usuario_id is not null and a.despues in ('pagada', 'completado'))
			and (select count(*) from pagos p where p.orden_id = o.id and p.destino = 'aplicado'
				and p.monto = o.total and p.moneda = 'CLP' and p.estado in ('aprobado', 'devuelto')) <> 1`,
	'an applied payment belongs to an order that counts as paid, or that staff were told of': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o join pagos p on p.orden_id = o.id
		where p.destino = 'aplicado' and o.estado not in ('pagada', 'completado') and o.atencion is null
			and not exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text
				and a.usuario_id is not null and a.campo = 'estado')`,
	'every approved payment is applied, on its way back, or a case for staff': sql`
		select p.gateway || ' ' || p.pago_id as what from pagos p where p.estado = 'aprobado' and p.destino is null`,
	'a payment that cannot be honoured has its refund written down': sql`
		select p.gateway || ' ' || p.pago_id as what from pagos p where p.destino = 'por_devolver'
			and not exists (select 1 from devoluciones d where d.gateway = p.gateway and d.pago_id = p.pago_id)`,
	'no more goes back than was paid': sql`
		select p.gateway || ' ' || p.pago_id as what from pagos p
		where greatest(p.devuelto, (select coalesce(sum(d.monto), 0) from devoluciones d
			where d.gateway = p.gateway and d.pago_id = p.pago_id and d.estado <> 'rechazada')) > p.monto`,
	'every order was confirmed by mail': sql`
		select o.nro_orden || '' as what from ordenes o
		where not exists (select 1 from correos c where c.clave = 'orden_recibida:' || o.id)`,
	'every payment that was applied to a waiting order was confirmed by mail': sql`
		select o.nro_orden || '' as what from ordenes o
		where exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text and a.accion = 'pago_confirmado')
			and not exists (select 1 from correos c where c.clave = 'pago_confirmado:' || o.id)`,
	'one key names one order': sql`
		select orden_id::text as what from claves_idempotencia group by orden_id having count(*) > 1`,
}

const unfinished: Readonly<Record<string, ReturnType<typeof sql>>> = {
	'every mail has left': sql`select clave as what from correos where enviado_at is null`,
	'every refund has reached its gateway': sql`select id::text as what from devoluciones where estado = 'pedida'`,
}

/**
 * Proves what must hold after whatever happened; gives one line for each thing that does not. Run it when nothing is under
 * way any more.
 */
export async function brokenPromises(database: Pick<OpenDatabase, 'db'>, witnesses: Witnesses = {}): Promise<string[]> {
	const broken: string[] = []
	const asked = witnesses.isUnfinished ? promises : { ...promises, ...unfinished }
	for (const [promise, query] of Object.entries(asked)) {
		const { rows } = await database.db.execute<{ what: string }>(query)
		for (const { what } of rows) broken.push(`${promise}: ${what}`)
	}
	const { rows: orders } = await database.db.execute<{ id: string }>(sql`select id from ordenes`)
	const known = new Set(orders.map(({ id }) => id))
	for (const id of witnesses.acknowledged ?? []) {
		if (!known.has(id)) broken.push(`an order that was acknowledged is there: ${id}`)
	}
	if (witnesses.mails) broken.push(...(await brokenMails(database, witnesses.mails)))
	return broken
}

/**
 * A mail that left arrived, and none that was not written down did. A process that dies between sending and writing that down
 * sends again under the same Message-ID, which receivers take for one mail: only the ids are compared.
 */
async function brokenMails(
	database: Pick<OpenDatabase, 'db'>,
	mails: NonNullable<Witnesses['mails']>,
): Promise<string[]> {
	const { rows } = await database.db.execute<{ id: string; clave: string }>(
		sql`select id, clave from correos where enviado_at is not null and destinatario <> ''`,
	)
	const arrived = new Set(mails.map(({ message_id }) => message_id.replace(/^<|@.*$/g, '')))
	const missing = rows.filter(({ id }) => !arrived.has(id))
	const written = new Set(rows.map(({ id }) => id))
	const unknown = [...arrived].filter((id) => !written.has(id))
	return [
		...missing.map(({ clave }) => `a mail that left arrived: ${clave}`),
		...unknown.map((id) => `a mail that arrived was written down as sent: ${id}`),
	]
}
