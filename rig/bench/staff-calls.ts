import { sql } from 'drizzle-orm'
import { dayIn, daysLater } from '#core/rules/times.ts'
import type { TestShop } from '#tests/open-shop.ts'
import type { StaffCalls } from '#tests/staff-helpers.ts'

/** Size of the measured shop. */
export interface Size {
	readonly orders: number
	readonly users: number
}

/** Sample rows for the calls, spread over the whole table. */
interface Known {
	readonly orders: readonly { id: string }[]
	readonly users: readonly { id: number }[]
	readonly products: readonly { id: number }[]
}

/** One call of the panel; `run` varies its parameters. @throws on an unexpected answer. */
export type Call = (run: number) => Promise<void>

const at = <Item>(items: readonly Item[], run: number): Item => {
	const item = items[run % items.length]
	if (item === undefined) throw new Error('there is nothing to measure with')
	return item
}

/** Returns the day that many days ago, as a parameter. */
const daysAgo = (days: number) => daysLater(dayIn(new Date()), -days)

async function knownOf(shop: TestShop): Promise<Known> {
	const read = async <Row>(query: string) => (await shop.database.db.execute(sql.raw(query))).rows as Row[]
	return {
		orders: await read('select id from ordenes where nro_orden % 997 = 0 order by id limit 60'),
		users: await read('select id from usuarios where not is_staff and id % 331 = 0 order by id limit 60'),
		products: await read('select id from productos order by id'),
	}
}

type Answer = Promise<{ statusCode: number; body: string }>

async function isGood(answer: Answer): Promise<void> {
	const { statusCode, body } = await answer
	if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
}

/** Reads a file until its second line, the first with data: the time until a download starts. */
async function firstRow(url: string, authorization: string): Promise<void> {
	const response = await fetch(url, { headers: { authorization } })
	if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`)
	let text = ''
	for await (const piece of response.body) {
		text += Buffer.from(piece).toString('utf8')
		if (/\n[^\n]+\n/.test(text)) return
	}
	throw new Error(`${url}: no rows`)
}

/** Rare words of the generated customers. */
const fewHave = ['rojas121', 'soto77', 'araya13'] as const

function orderLists({ orders }: Size): Record<string, (run: number) => string> {
	const pages = Math.ceil(orders / 25)
	const numberOf = (run: number) => 1001 + ((run * 7919) % orders)
	return {
		'first page': () => '',
		'page in the middle': (run) => `page=${Math.floor(pages / 2) - run}`,
		'last page': (run) => `page=${pages - run}`,
		number: (run) => `nro_orden=${numberOf(run)}`,
		'beginning of a number': (run) => `nro_orden=${10 + run}`,
		'one digit': (run) => `nro_orden=${1 + (run % 9)}`,
		name: () => 'nro_orden=camila+roj',
		'name, by total': () => 'nro_orden=camila+roj&orden=total_mayor',
		'one letter': (run) => `nro_orden=${'cfjmvab'[run % 7]}`,
		'one letter, by total': () => 'nro_orden=c&orden=total_menor',
		'one letter, far page': () => 'nro_orden=c&page=300',
		'two letters': (run) => `nro_orden=${at(['ca', 'fe', 'jo', 'ej', 'cl', 'ro'], run)}`,
		'a word of few': (run) => `nro_orden=${at(fewHave, run)}`,
		'nothing found': () => 'nro_orden=zzz',
		'e-mail': (run) => `nro_orden=camila.rojas${run * 12}@ejemplo.cl`,
		state: (run) => `estado=${at(['en_revision', 'completado', 'fallida', 'pendiente'], run)}`,
		'state, far page': () => 'estado=completado&page=900',
		'method and days': () => `metodo_pago=flow&desde=${daysAgo(320)}&hasta=${daysAgo(230)}`,
		'state and method, by total': () => 'estado=en_revision&metodo_pago=efectivo&orden=total_mayor',
		'letter, state, method, days': () =>
			`nro_orden=c&estado=completado&metodo_pago=webpay&desde=${daysAgo(500)}&hasta=${daysAgo(100)}`,
		'by total': (run) => `orden=total_mayor&page=${1 + run}`,
		'oldest first': () => 'orden=antigua',
	}
}

/** Inputs of the panel search; each run searches another order. */
function searches({ orders }: Size): Record<string, (run: number) => string> {
	const some = (run: number) => 1 + ((run * 7919) % orders)
	const phone = (run: number) => `9${String(some(run)).padStart(8, '0')}`
	return {
		number: (run) => String(1000 + some(run)),
		'beginning of a number': (run) => String(10 + run),
		'one digit': (run) => String(1 + (run % 9)),
		telephone: (run) => `+56 9 ${phone(run).slice(1, 5)} ${phone(run).slice(5)}`,
		'end of a telephone': (run) => phone(run).slice(-4),
		folio: (run) => `boleta ${501_000 + some(run)}`,
		'authorisation code': (run) => String((some(run) * 7919) % 1_000_000).padStart(6, '0'),
		name: () => 'camila roj',
		'two letters': (run) => at(['ca', 'fe', 'jo', 'ej', 'cl', 'av'], run),
		'a word of few': (run) => at(fewHave, run),
		'e-mail': (run) => `camila.rojas${run * 12}@ejemplo.cl`,
		'street and number': (run) => `Los Leones ${100 + run * 97}`,
		'a street that many have': () => 'providencia',
		'name and street': () => 'camila providencia',
		'nothing found': () => 'zzz',
	}
}

const summaries = { 7: 'a week', 30: 'a month', 90: 'three months', 365: 'a year', 731: 'two years' }
const files = ['ordenes', 'lineas', 'pagos', 'stock'] as const

/** Creates calls from a path and an optional body, which may vary per run. */
function sender(calls: StaffCalls) {
	return {
		get: (url: (run: number) => string): Call => {
			return (run) => isGood(calls.get(url(run)))
		},
		edit: (method: 'PUT' | 'PATCH', url: (run: number) => string, body: (run: number) => object): Call => {
			return (run) => isGood(calls.send(method, url(run), body(run)))
		},
	}
}

function orderCalls({ get, edit }: ReturnType<typeof sender>, known: Known, size: Size): Record<string, Call> {
	const order = (run: number) => `/api/admin_ordenes/${at(known.orders, run).id}/`
	const lists = Object.entries(orderLists(size)).map(([name, query]) => [
		`orders: ${name}`,
		get((run) => `/api/admin_listar_ordenes/?${query(run)}`),
	])
	const found = Object.entries(searches(size)).map(([name, typed]) => [
		`search: ${name}`,
		get((run) => `/api/admin_buscar/?q=${encodeURIComponent(typed(run))}`),
	])
	return {
		...Object.fromEntries(lists),
		...Object.fromEntries(found),
		'order: detail': get(order),
		'order: edit total': edit('PUT', order, (run) => ({ total: 40_000 + run })),
		'order: edit state': edit('PUT', order, (run) => ({ estado: run % 2 ? 'completado' : 'cancelado' })),
		cases: get(() => '/api/admin_casos/'),
	}
}

function userCalls({ get, edit }: ReturnType<typeof sender>, known: Known, size: Size): Record<string, Call> {
	const list = (query: string | ((run: number) => string)) =>
		get((run) => `/api/admin_usuarios/?${typeof query === 'string' ? query : query(run)}`)
	return {
		'users: first page': list(''),
		'users: last page': list((run) => `page=${Math.floor(size.users / 25) - run}`),
		'users: staff': list('staff=true'),
		'users: name': list('q=fernanda+mun'),
		'users: one letter': list((run) => `q=${'cfjmvab'[run % 7]}`),
		'users: a word of few': list((run) => `q=${at(fewHave, run)}`),
		'users: e-mail': list((run) => `q=jose.soto${run * 12}`),
		'user: edit': edit(
			'PUT',
			(run) => `/api/admin_usuarios/${at(known.users, run).id}/`,
			(run) => ({ is_active: run % 2 === 0 }),
		),
	}
}

function customerCalls({ get }: ReturnType<typeof sender>, { users }: Size): Record<string, Call> {
	const list = (query: (run: number) => string) => get((run) => `/api/admin_clientes/?${query(run)}`)
	return {
		today: get(() => '/api/admin_hoy/'),
		'customers: first page': list(() => ''),
		'customers: last page': list((run) => `page=${Math.floor(users / 25) - run}`),
		'customers: one letter': list((run) => `q=${'cfjmvab'[run % 7]}`),
		'customers: a word of few': list((run) => `q=${at(fewHave, run)}`),
		'customers: e-mail': list((run) => `q=jose.soto${run * 12}`),
		'customers: telephone': list((run) => `q=9${String(1 + run * 797).padStart(8, '0')}`),
		'customers: end of a telephone': list((run) => `q=${String(1000 + run * 7)}`),
		'customers: RUT': list((run) => `q=${76_100_000 + run}-${run % 10}`),
	}
}

function otherCalls({ get, edit }: ReturnType<typeof sender>, known: Known): Record<string, Call> {
	const product = (run: number) => `/api/admin_productos/${at(known.products, run).id}/`
	const audit = (query: string) => get(() => `/api/admin_auditoria/?${query}`)
	const numbers = Object.entries(summaries).map(([days, name]) => [
		`numbers: ${name}`,
		get(() => `/api/admin_resumen/?desde=${daysAgo(Number(days) - 1)}&hasta=${daysAgo(0)}`),
	])
	return {
		'products: search': get(() => '/api/admin_productos/?q=celeste'),
		'product: edit': edit('PATCH', product, (run) => ({ precio: 29_000 + run })),
		stock: get(() => '/api/admin_stock/'),
		'stock: history': get((run) => `${product(run)}movimientos/`),
		'stock: history, far page': get(() => `${product(0)}movimientos/?page=700`),
		jobs: get(() => '/api/admin_trabajos/'),
		'audit: first page': audit(''),
		'audit: of products': audit('tipo=producto'),
		'audit: of orders': audit('tipo=orden'),
		'audit: of an order': get((run) => `/api/admin_auditoria/?tipo=orden&id=${at(known.orders, run).id}`),
		...Object.fromEntries(numbers),
		'numbers: day to reorder': get(() => '/api/admin_stock/'),
		'numbers: money to come': get(() => '/api/admin_por_recibir/'),
		'numbers: funnel of a month': get(() => `/api/admin_embudo/?desde=${daysAgo(29)}&hasta=${daysAgo(0)}`),
		'numbers: funnel of a year': get(() => `/api/admin_embudo/?desde=${daysAgo(364)}&hasta=${daysAgo(0)}`),
	}
}

function deliveryCalls({ get }: ReturnType<typeof sender>): Record<string, Call> {
	const list = (query: string | ((run: number) => string)) =>
		get((run) => `/api/admin_entregas/?${typeof query === 'string' ? query : query(run)}`)
	const numbers = (days: number, por: string) =>
		get(() => `/api/admin_numeros_reparto/?desde=${daysAgo(days - 1)}&hasta=${daysAgo(0)}&por=${por}`)
	return {
		'deliveries: first page': list(''),
		'deliveries: far page': list((run) => `page=${300 + run}`),
		'deliveries: state': list((run) => `estado=${at(['entregada', 'no_entregada', 'en_ruta', 'por_preparar'], run)}`),
		'deliveries: late': list('atrasada=1'),
		'deliveries: late, state, days': list(`atrasada=1&estado=entregada&desde=${daysAgo(320)}&hasta=${daysAgo(230)}`),
		'deliveries: courier': list((run) => `repartidor=${1 + (run % 4)}`),
		'deliveries: courier of none': list('repartidor=900'),
		'deliveries: courier, late': list((run) => `repartidor=${1 + (run % 4)}&atrasada=1`),
		'deliveries: days': list(`desde=${daysAgo(320)}&hasta=${daysAgo(230)}`),
		'orders: deliveries by state': get(
			(run) =>
				`/api/admin_listar_ordenes/?entrega=${at(['por_preparar', 'en_ruta', 'entregada', 'no_entregada'], run)}`,
		),
		'numbers: deliveries of a month': numbers(30, 'dia'),
		'numbers: deliveries of a year': numbers(365, 'semana'),
		'numbers: deliveries of two years': numbers(731, 'mes'),
	}
}

function fileCalls(origin: string, { authorization }: StaffCalls): Record<string, Call> {
	const file = (name: string, query: string): Call => {
		return () => firstRow(`${origin}/api/admin_exportar/${name}.csv${query}`, authorization)
	}
	return {
		...Object.fromEntries(files.map((name) => [`first row of ${name}.csv`, file(name, '')])),
		'first row of entregas.csv': file('entregas', ''),
		'first row of stock.csv, a month': file('stock', `?desde=${daysAgo(30)}`),
		'first row of ordenes.csv, name and state': file('ordenes', '?nro_orden=camila+roj&estado=fallida'),
		'first row of ordenes.csv, a word of few': file('ordenes', `?nro_orden=${fewHave[0]}`),
	}
}

/** Every call of the panel whose time may grow with the shop. */
export async function panelCalls(shop: TestShop, calls: StaffCalls, size: Size): Promise<Map<string, Call>> {
	const known = await knownOf(shop)
	const send = sender(calls)
	return new Map([
		...Object.entries(orderCalls(send, known, size)),
		...Object.entries(userCalls(send, known, size)),
		...Object.entries(customerCalls(send, size)),
		...Object.entries(otherCalls(send, known)),
		...Object.entries(deliveryCalls(send)),
		...Object.entries(fileCalls(new URL(shop.simulatorsUrl).origin, calls)),
	])
}
