import type { ReceivedMail } from '@premium-shaker/simulators/correo/mailbox'
import { sql } from 'drizzle-orm'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { moneyOf, type OrderBooks } from '#modules/orders/order-money.ts'
import { readBooks } from '#modules/orders/server/read-order-money.ts'
import type { ProvidersBooks } from '#tests/failures/providers-books.ts'

/** Facts about a scenario that its database lacks. */
export interface InvariantContext {
	/** Orders acknowledged to customers. */
	readonly acknowledged?: readonly string[]
	/** Mails received by the mail server; omitted when mails are not checked. */
	readonly mails?: readonly Pick<ReceivedMail, 'message_id' | 'to'>[]
	/** Payments in the providers' books; omitted when no money moves. */
	readonly providers?: ProvidersBooks
	/** Allows pending mails and refunds. */
	readonly isUnfinished?: boolean
	/** Processes died or lost their database, so a mail may arrive twice under one Message-ID. */
	readonly isKilled?: boolean
}

/** Automatic state transitions. A paid order stays paid; a failed one reopens only by paying again. */
const forwardMoves = [
	['pendiente', 'pagada', 'pago_confirmado'],
	['en_revision', 'pagada', 'pago_confirmado'],
	['fallida', 'pagada', 'pago_confirmado'],
	['pendiente', 'fallida', 'pago_rechazado'],
	['pendiente', 'fallida', 'vencida'],
	['fallida', 'pendiente', 'pago_reintentado'],
	['en_revision', 'fallida', 'revision_vencida'],
	['pendiente', 'en_revision', 'comprobante_recibido'],
	['fallida', 'en_revision', 'comprobante_recibido'],
	...['monto_distinto', 'moneda_distinta', 'orden_cancelada', 'orden_olvidada', 'pagada_sin_stock'].flatMap((why) =>
		['pendiente', 'fallida', 'cancelado'].map((from) => [from, 'en_revision', why]),
	),
]
const forward = forwardMoves.map((move) => `(${move.map((word) => `'${word}'`).join(', ')})`).join(', ')

/** SQL: staff have settled refund `d`. */
const saidBy = (end: 'hecha' | 'no_hecha') => sql`exists (select 1 from auditoria a where a.tipo = 'orden'
	and a.ref = d.orden_id::text and a.detalle = d.id::text and a.usuario_id is not null
	and a.accion = ${`devolucion_averiguada_${end}`})`

/** Each invariant as a query for its violations; `what` identifies the row, e.g. an order number. */
const invariants: Readonly<Record<string, ReturnType<typeof sql>>> = {
	'stock equals the sum of its movements and is not negative': sql`
		select p.color || ': ' || p.stock || ' but ' || coalesce(sum(m.cantidad), 0) as what
		from productos p left join movimientos_stock m on m.producto_id = p.id
		group by p.id having p.stock < 0 or p.stock <> coalesce(sum(m.cantidad), 0)`,
	'an order reserves units exactly when its state says so': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o
		where exists (
			select 1 from (select orden_id, producto_id, sum(cantidad) as units from orden_lineas group by 1, 2) l
			where l.orden_id = o.id and (case when o.stock_tomado then -l.units + coalesce((select sum(m.cantidad)
				from movimientos_stock m where m.orden_id = o.id and m.producto_id = l.producto_id and m.clave is not null), 0)
				else 0 end) <> coalesce(
				(select sum(m.cantidad) from movimientos_stock m where m.orden_id = o.id and m.producto_id = l.producto_id), 0))`,
	'every unpaid order with reserved units expires, unless staff set its state or it has a case': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o
		where o.estado in ('pendiente', 'en_revision') and o.stock_tomado and o.expires_at is null and o.atencion is null
			and not exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text
				and a.usuario_id is not null and a.accion <> 'creada')`,
	'a state with reserved units has them, unless a case explains it; the others have none': sql`
		select nro_orden || ' ' || estado as what from ordenes
		where (estado in ('fallida', 'cancelado') and stock_tomado)
			or (estado in ('pendiente', 'en_revision', 'pagada', 'completado') and not stock_tomado and atencion is null)`,
	'a paid order has one applied payment of its amount': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o
		where o.metodo_pago in ${gatewayMethods} and o.total > 0 and o.estado in ('pagada', 'completado')
			and not exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text
				and a.usuario_id is not null and a.despues in ('pagada', 'completado'))
			and (select count(*) from pagos p where p.orden_id = o.id and p.destino = 'aplicado'
				and p.monto = o.total and p.moneda = 'CLP' and p.estado in ('aprobado', 'devuelto')) <> 1`,
	'an applied payment belongs to a paid order, or to one with a case': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o join pagos p on p.orden_id = o.id
		where p.destino = 'aplicado' and o.estado not in ('pagada', 'completado') and o.atencion is null
			and not exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text
				and a.usuario_id is not null and a.campo = 'estado')`,
	'every approved payment is applied, being refunded, or a case for staff': sql`
		select p.gateway || ' ' || p.pago_id as what from pagos p where p.estado = 'aprobado' and p.destino is null`,
	'a payment that cannot be applied has a refund': sql`
		select p.gateway || ' ' || p.pago_id as what from pagos p where p.destino = 'por_devolver' and p.devuelto < p.monto
			and not exists (select 1 from devoluciones d where d.gateway = p.gateway and d.pago_id = p.pago_id)`,
	'a payer who must accept a refund got a mail': sql`
		select d.id::text as what from devoluciones d join ordenes o on o.id = d.orden_id
		where d.aceptar_hasta is not null and o.email <> '' and not exists (
			select 1 from correos c where c.clave = 'devolucion_por_aceptar:' || d.id || ':aviso')
			and not exists (select 1 from auditoria a where a.accion = 'devolucion_averiguada_hecha' and a.detalle = d.id::text)`,
	'an open dispute stops the delivery, unless staff released it': sql`
		select o.nro_orden || ' ' || d.tipo as what from disputas d join ordenes o on o.id = d.orden_id
		where d.estado = 'abierta' and not o.entrega_detenida and o.entrega_liberada is distinct from 'dinero'`,
	'every released delivery was released by staff, and none is both stopped and released': sql`
		select o.nro_orden || '' as what from ordenes o where o.entrega_liberada is not null and (o.entrega_liberada = 'dinero' and o.entrega_detenida or not exists (
			select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text and a.accion = 'entrega_liberada'
				and a.usuario_id is not null))`,
	'staff got a mail for every dispute and for money that it took': sql`
		select d.tipo || ' ' || d.disputa_id as what from disputas d where d.estado <> 'ganada' and not exists (
			select 1 from correos c where c.orden_id = d.orden_id and c.plantilla = 'caso_staff')`,
	'refunds do not exceed the payment': sql`
		select p.gateway || ' ' || p.pago_id as what from pagos p
		where greatest(p.devuelto, (select coalesce(sum(d.monto), 0) from devoluciones d
			where d.gateway = p.gateway and d.pago_id = p.pago_id and d.estado <> 'rechazada')) > p.monto`,
	'manual refunds do not exceed the manual payment': sql`
		select o.nro_orden::text as what from ordenes o where greatest(o.total, o.pagado_a_mano) < (
			select coalesce(sum(d.monto), 0) from devoluciones_a_mano d where d.orden_id = o.id)`,
	'the customer got a mail for each manual refund': sql`
		select d.id::text as what from devoluciones_a_mano d join ordenes o on o.id = d.orden_id where o.email <> ''
			and not exists (select 1 from correos c where c.clave = 'devolucion_hecha:' || d.id)`,
	'every refund belongs to a known payment': sql`
		select d.id::text as what from devoluciones d
		where not exists (select 1 from pagos p where p.gateway = d.gateway and p.pago_id = d.pago_id and p.orden_id = d.orden_id)`,
	'a finished refund is not claimed': sql`
		select id::text as what from devoluciones where reserva is not null and estado <> 'enviando'`,
	// When staff marked it as not made, the mail about its doubt is enough.
	'staff got a mail for every refund that was refused or is in doubt': sql`
		select d.id::text as what from devoluciones d where d.estado in ('rechazada', 'en_duda')
			and not exists (select 1 from correos c where c.clave like 'caso_staff:' || d.orden_id || ':devolucion_vencida:%')
			and not exists (select 1 from correos c where c.clave like 'caso_staff:' || d.orden_id || ':devolucion_'
				|| (case when ${saidBy('no_hecha')} then 'en_duda' else d.estado end) || ':%')`,
	// When the gateway refused a refund that staff marked as made, that case asks staff to inform the customer.
	'the customer got a mail for a refund exactly when it was made': sql`
		select d.id::text as what from devoluciones d where (d.estado = 'hecha') <> exists (
			select 1 from correos c where c.clave = 'devolucion_hecha:' || d.id)
			and not (d.estado = 'rechazada' and ${saidBy('hecha')})`,
	'a refund settled by staff had been in doubt': sql`
		select a.detalle as what from auditoria a where a.accion like 'devolucion\\_averiguada\\_%' and not exists (
			select 1 from auditoria b where b.ref = a.ref and b.id < a.id and b.accion = 'devolucion_en_duda'
				and b.despues = a.despues)`,
	// Unless staff set it back to pending afterwards.
	'an order has a payment date exactly when money pays it': sql`
		select o.nro_orden || ' ' || o.estado as what from ordenes o
		where o.pagada_at is null and exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text
			and a.accion = 'pago_confirmado' and not exists (select 1 from auditoria b where b.tipo = 'orden'
				and b.ref = a.ref and b.id > a.id and b.campo = 'estado' and b.usuario_id is not null))`,
	'every order was confirmed by mail': sql`
		select o.nro_orden || '' as what from ordenes o
		join usuarios u on u.id = o.usuario_id
		where not exists (select 1 from correos c where c.clave = 'orden_recibida:' || o.id)
			-- An address that nobody has proved gets so many mails an hour and no more.
			and not (u.email_verified_at is null and u.correo_leido_at is null
				and (select count(*) from correos c where c.destinatario = u.email) >= 10)`,
	'every payment applied to a pending order was confirmed by mail': sql`
		select o.nro_orden || '' as what from ordenes o
		join (select ref, count(*) as times from auditoria where tipo = 'orden' and accion = 'pago_confirmado' group by ref) paid
			on paid.ref = o.id::text
		left join (select split_part(clave, ':', 2) as ref, count(*) as times from correos where clave like 'pago_confirmado:%' group by 1) mailed
			on mailed.ref = paid.ref
		where paid.times > coalesce(mailed.times, 0)`,
	'no missing payment was confirmed by mail': sql`
		select c.clave as what from correos c where c.plantilla = 'pago_confirmado'
			and not exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = c.orden_id::text
				and a.campo = 'estado' and a.despues in ('pagada', 'completado'))`,
	'one event has one mail': sql`select clave as what from correos group by clave having count(*) > 1`,
	'the state history of an order has no gap and ends in its state': sql`
		select o.nro_orden || ': ' || a.antes || ' to ' || a.despues || ', then ' || coalesce(a.luego, 'is ' || o.estado) as what
		from ordenes o join (select ref, antes, despues, lead(antes) over (partition by ref order by id) as luego
			from auditoria where tipo = 'orden' and campo = 'estado') a on a.ref = o.id::text
		where a.despues <> coalesce(a.luego, o.estado)`,
	'an automatic state change only moves forward': sql`
		select o.nro_orden || ': ' || a.accion || ' from ' || a.antes || ' to ' || a.despues as what
		from auditoria a join ordenes o on o.id::text = a.ref
		where a.tipo = 'orden' and a.campo = 'estado' and a.usuario_id is null and a.antes <> a.despues
			and (a.antes, a.despues, a.accion) not in (${sql.raw(forward)})`,
	'an order has at most one valid tax document': sql`
		select o.nro_orden || '' as what from ordenes o where (select count(*) from documentos_tributarios d
			where d.orden_id = o.id and d.tipo <> 61 and d.estado <> 'rechazada' and not exists (
				select 1 from documentos_tributarios n where n.orden_id = d.orden_id and n.secuencia = d.secuencia and n.tipo = 61)) > 1`,
	'an order neither paid nor delivered has no tax document': sql`
		select o.nro_orden || '' as what from ordenes o join documentos_tributarios d on d.orden_id = o.id
		where not exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text and a.campo = 'estado'
			and a.despues in ('pagada', 'completado'))`,
	'a sale has its tax document': sql`
		select o.nro_orden || '' as what from ordenes o
		where o.boleta_modelo = 'siempre' and o.estado = 'completado' and o.total > 0
			and not exists (select 1 from documentos_tributarios d where d.orden_id = o.id)
			and not exists (select 1 from devoluciones r where r.orden_id = o.id)`,
	'one key names one order': sql`
		select orden_id::text as what from claves_idempotencia group by orden_id having count(*) > 1`,
}

const unfinished: Readonly<Record<string, ReturnType<typeof sql>>> = {
	'every mail was sent': sql`select clave as what from correos where enviado_at is null`,
	'every refund has reached its gateway': sql`
		select id::text || ' ' || estado as what from devoluciones where estado in ('pedida', 'enviando')`,
}

/** Checks every invariant and returns one line per violation. Run it when no job is pending. */
export async function findViolatedInvariants(
	database: Pick<OpenDatabase, 'db'>,
	witnesses: InvariantContext = {},
): Promise<string[]> {
	const broken: string[] = []
	const checked = witnesses.isUnfinished ? invariants : { ...invariants, ...unfinished }
	for (const [promise, query] of Object.entries(checked)) {
		const { rows } = await database.db.execute<{ what: string }>(query)
		for (const { what } of rows) broken.push(`${promise}: ${what}`)
	}
	const { rows: orders } = await database.db.execute<{ id: string }>(sql`select id from ordenes`)
	const known = new Set(orders.map(({ id }) => id))
	for (const id of witnesses.acknowledged ?? []) {
		if (!known.has(id)) broken.push(`an acknowledged order exists: ${id}`)
	}
	broken.push(
		...(await brokenMoney(
			database,
			orders.map(({ id }) => id),
		)),
	)
	if (witnesses.mails) broken.push(...(await brokenMails(database, witnesses)))
	if (witnesses.providers) broken.push(...(await brokenBooks(database, witnesses)))
	return broken
}

interface Ledger extends Record<string, unknown> {
	readonly id: string
	readonly nro_orden: number
	readonly estado: string
	readonly atencion: string | null
	readonly detenida: boolean
	readonly liberada: 'dinero' | 'sin_medir' | null
	readonly unmeasured: boolean
	/** CLP paid for the order, surely refunded, and refunded or requested. */
	readonly came: number
	readonly went: number
	readonly leaving: number
	readonly disputed: boolean
	/** Staff have resolved the case of the owed money. */
	readonly resolved: boolean
}

/** Checks each order's money state against payments and refunds, summed here independently. */
async function brokenMoney(database: Pick<OpenDatabase, 'db'>, orderIds: readonly string[]): Promise<string[]> {
	const { rows } = await database.db.execute<Ledger>(sql`
		with entradas as (
			select p.orden_id, p.gateway, p.pago_id, p.monto, p.devuelto from pagos p join ordenes o on o.id = p.orden_id
			where p.estado in ('aprobado', 'devuelto') and (p.destino = 'aplicado'
				or p.destino = 'caso' and (o.estado in ('cancelado', 'fallida')
					or o.pagada_at is not null and o.metodo_pago not in ('transferencia', 'efectivo')))
		), pasarela as (
			select e.orden_id, e.monto, greatest(e.devuelto, coalesce(sum(d.monto) filter (where d.estado = 'hecha'), 0)) as went,
				greatest(e.devuelto, coalesce(sum(d.monto) filter (where d.estado <> 'rechazada'), 0)) as leaving
			from entradas e left join devoluciones d using (gateway, pago_id)
			group by e.orden_id, e.gateway, e.pago_id, e.monto, e.devuelto
		)
		select o.id, o.nro_orden, o.estado, o.atencion, o.entrega_detenida as detenida, o.despacho_sin_medir as unmeasured, o.entrega_liberada as liberada,
			coalesce(g.monto, 0)::int + m.came as came, coalesce(g.went, 0)::int + m.went as went,
			coalesce(g.leaving, 0)::int + m.went as leaving,
			exists (select 1 from disputas d where d.orden_id = o.id and d.estado <> 'ganada') as disputed,
			exists (select 1 from auditoria a where a.tipo = 'orden' and a.ref = o.id::text and a.accion = 'caso_resuelto'
				and a.antes = 'falta_devolver') as resolved
		from ordenes o
		left join (select orden_id, sum(monto) as monto, sum(went) as went, sum(leaving) as leaving from pasarela group by 1) g
			on g.orden_id = o.id
		cross join lateral (select
			case when exists (select 1 from pagos p where p.orden_id = o.id and p.destino = 'aplicado'
				and p.estado in ('aprobado', 'devuelto')) then 0 else 1 end as counts) n
		cross join lateral (select coalesce(sum(d.monto), 0)::int * n.counts as went from devoluciones_a_mano d
			where d.orden_id = o.id) w
		cross join lateral (select w.went, greatest(w.went, case when o.pagada_at is null then 0 else
			greatest(o.total, coalesce(o.pagado_a_mano, 0)) - case when o.metodo_pago in ('transferencia', 'efectivo') then 0
				else coalesce((select sum(p.monto) from pagos p where p.orden_id = o.id and p.destino = 'caso'
					and p.estado in ('aprobado', 'devuelto')), 0) end end * n.counts)::int as came) m`)
	const books = await readBooks(database.db, orderIds)
	return rows.flatMap((ledger) => {
		const own = books.get(ledger.id)
		return own ? wrongMoney(ledger, own).map((what) => `${what}: ${ledger.nro_orden} ${ledger.estado}`) : []
	})
}

function wrongMoney(ledger: Ledger, books: OrderBooks): string[] {
	const { dinero, cobrado, devuelto, por_devolver } = moneyOf(books)
	const isCalledOff = ledger.estado === 'cancelado' || ledger.estado === 'fallida'
	const isGoing = ledger.came > 0 && ledger.leaving >= ledger.came && !(isCalledOff && ledger.went < ledger.came)
	const mustStop = ledger.disputed || (isGoing && dinero !== 'sin_pago')
	const isOwed = isCalledOff && !ledger.disputed && ledger.leaving < ledger.came
	const checks: Readonly<Record<string, boolean>> = {
		'the money state includes every paid and refunded peso': cobrado === ledger.came && devuelto === ledger.went,
		'a fully refunded order has the state of a refund':
			(dinero === 'devuelta') === (!ledger.disputed && ledger.came > 0 && ledger.went >= ledger.came) ||
			dinero === 'sin_pago' ||
			ledger.disputed,
		'a cancelled order owes its unrefunded money':
			!isOwed || (dinero === 'por_devolver' && por_devolver === ledger.came - ledger.leaving),
		'refunded or disputed money stops the delivery until staff release it':
			ledger.detenida === (mustStop ? ledger.liberada !== 'dinero' : ledger.unmeasured && ledger.liberada === null),
		'owed money is a case, unless staff resolved it': !isOwed || ledger.atencion !== null || ledger.resolved,
	}
	return Object.entries(checks).flatMap(([what, holds]) => (holds ? [] : [what]))
}

interface OwnPayment extends Record<string, unknown> {
	readonly gateway: string
	readonly pago_id: string
	readonly estado: string
	readonly monto: number
	readonly intento_id: string
	/** CLP surely refunded, and possibly refunded. */
	readonly given: number
	readonly doubted: number
}

/** Checks that the shop recorded every paid peso, and made every refund once. */
async function brokenBooks(database: Pick<OpenDatabase, 'db'>, witnesses: InvariantContext): Promise<string[]> {
	const { rows } = await database.db.execute<OwnPayment>(sql`
		select p.gateway, p.pago_id, p.estado, p.monto, p.intento_id,
			(select coalesce(sum(d.monto), 0)::int from devoluciones d where d.gateway = p.gateway and d.pago_id = p.pago_id
				and d.estado = 'hecha' and not d.por_transferencia) as given,
			(select coalesce(sum(d.monto), 0)::int from devoluciones d where d.gateway = p.gateway and d.pago_id = p.pago_id
				and d.estado in ('enviando', 'en_duda', 'en_curso')) as doubted
		from pagos p`)
	const own = new Map(rows.map((row) => [`${row.gateway} ${row.pago_id}`, row]))
	const seen = new Set<string>()
	const broken: string[] = []
	for (const { gateway, pago_id, referencia, aprobado, monto, devuelto } of witnesses.providers ?? []) {
		const name = `${gateway} ${pago_id}`
		if (aprobado) seen.add(name)
		const row = own.get(name)
		if (!row) {
			if (aprobado && !witnesses.isUnfinished) broken.push(`a paid payment is recorded: ${name} of ${referencia}`)
			continue
		}
		const isHeld = row.estado === 'aprobado' || row.estado === 'devuelto'
		if (aprobado && !isHeld && !witnesses.isUnfinished) broken.push(`a paid payment counts as paid: ${name}`)
		if (row.intento_id !== referencia) broken.push(`a payment belongs to its attempt: ${name}`)
		if (aprobado && row.monto !== monto) broken.push(`a payment has its amount: ${name}, ${row.monto} of ${monto}`)
		if (devuelto > monto) broken.push(`refunds do not exceed the payment: ${name}, ${devuelto} of ${monto}`)
		const isAsGiven = devuelto >= row.given && devuelto <= row.given + row.doubted
		if (!isAsGiven)
			broken.push(`refunds at the provider equal those of the shop, once: ${name}, ${devuelto} for ${row.given}`)
	}
	for (const [name, { estado }] of own) {
		if ((estado === 'aprobado' || estado === 'devuelto') && !seen.has(name))
			broken.push(`an unpaid payment does not count as paid: ${name}`)
	}
	return broken
}

/**
 * Checks that every sent mail arrived and every received mail was recorded, each once. A process killed between sending and
 * recording sends again under the same Message-ID, which receivers deduplicate.
 */
async function brokenMails(database: Pick<OpenDatabase, 'db'>, witnesses: InvariantContext): Promise<string[]> {
	const { rows } = await database.db.execute<{ id: string; clave: string; destinatario: string }>(
		sql`select id, clave, destinatario from correos where enviado_at is not null and destinatario <> ''`,
	)
	const arrived = new Map<string, string[]>()
	for (const { message_id, to } of witnesses.mails ?? []) {
		const id = message_id.replace(/^<|@.*$/g, '')
		arrived.set(id, [...(arrived.get(id) ?? []), to])
	}
	const written = new Map(rows.map((row) => [row.id, row]))
	const broken: string[] = []
	for (const { id, clave } of rows) if (!arrived.has(id)) broken.push(`a sent mail arrived: ${clave}`)
	for (const [id, receivers] of arrived) {
		const row = written.get(id)
		if (!row) broken.push(`a received mail is recorded as sent: ${id}`)
		else if (receivers.some((to) => to !== row.destinatario)) broken.push(`a mail reaches its recipient: ${row.clave}`)
		if (receivers.length > 1 && !witnesses.isKilled) broken.push(`a mail arrives once: ${row?.clave ?? id}`)
	}
	return broken
}
