import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { refuse } from '#core/contract/failure.ts'
import type { Database } from '#core/server/db/database.ts'
import { isFromThisMachine } from '#core/server/http/addresses.ts'
import { onClosed } from '#core/server/http/connections.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { type DiskState, shopVersion } from '#core/server/platform/runtime.ts'
import { isSameSecret } from '#core/server/platform/secrets.ts'
import type { GatewayCall } from '#modules/payments/server/gateways/watch-gateway.ts'

/** How long numbers of the database are cached, for several readers. */
const cacheMs = 10_000

/** Each number of the shop: its metric's name, its help text, and its labels. */
const gauges = {
	ordersOpen: [
		'tienda_ordenes_abiertas',
		'Órdenes pendientes o en revisión, de cualquier fecha',
		'estado',
		'metodo_pago',
	],
	ordersLastHour: [
		'tienda_ordenes_ultima_hora',
		'Órdenes creadas en la última hora, por su estado de ahora',
		'estado',
		'metodo_pago',
	],
	ordersCreated: ['tienda_ordenes_creadas', 'Número de la última orden menos 1000: crece con cada orden'],
	paidLastHour: ['tienda_ordenes_pagadas_ultima_hora', 'Órdenes pagadas en la última hora', 'metodo_pago'],
	paidClpLastHour: ['tienda_ventas_clp_ultima_hora', 'Pesos de las órdenes pagadas en la última hora', 'metodo_pago'],
	paymentsLastHour: [
		'tienda_pagos_ultima_hora',
		'Pagos de las órdenes creadas en la última hora, según la pasarela',
		'gateway',
		'estado',
	],
	attemptsWaiting: [
		'tienda_intentos_pago_esperando',
		'Intentos sin pagar por los que se sigue preguntando a la pasarela',
		'gateway',
	],
	refundsWaiting: ['tienda_devoluciones_esperando', 'Devoluciones pedidas que aún no terminan', 'estado'],
	refundAgeSeconds: [
		'tienda_devolucion_atraso_segundos',
		'Cuánto espera la devolución abierta más antigua, por su estado',
		'estado',
	],
	cases: ['tienda_casos_abiertos', 'Órdenes que necesitan que las vea una persona'],
	stock: ['tienda_stock', 'Botellas disponibles', 'sku', 'color'],
	stockThreshold: ['tienda_stock_umbral', 'Desde cuántas botellas se avisa al equipo', 'sku', 'color'],
	jobs: ['tienda_trabajos', 'Trabajos en cada cola', 'cola', 'estado'],
	jobAgeSeconds: ['tienda_trabajo_atraso_segundos', 'Cuánto lleva atrasado el trabajo vencido más antiguo', 'cola'],
	mailsWaiting: ['tienda_correos_esperando', 'Correos que aún no salen'],
	mailAgeSeconds: ['tienda_correo_atraso_segundos', 'Cuánto lleva esperando el correo más antiguo'],
	clockAheadSeconds: [
		'tienda_reloj_adelanto_segundos',
		'Cuánto va el reloj de la base adelantado al de este proceso; negativo: atrasado',
	],
	backupAgeSeconds: [
		'tienda_respaldo_edad_segundos',
		'Hace cuánto quedó fuera de este equipo la última copia del respaldo; sin ninguna, desde la primera cuenta',
	],
	alarms: ['tienda_alarmas', 'Alarmas que la tienda le dijo a su dueño y siguen; siempre 1', 'clave'],
	securityLastHour: ['tienda_seguridad_ultima_hora', 'Sucesos de seguridad de la última hora, por tipo', 'tipo'],
} as const satisfies Record<string, readonly [name: string, help: string, ...labels: string[]]>

interface Measured {
	readonly labels: Readonly<Record<string, string>>
	readonly value: number
}

/** The shop's metrics from the database: counts, CLP and seconds. */
type ShopNumbers = Readonly<Record<keyof typeof gauges, readonly Measured[]>>

interface Row extends Record<string, unknown> {
	readonly serie: keyof ShopNumbers
	readonly a: string
	readonly b: string
	readonly n: number | string
}

export interface Metrics {
	/** Counts every call of `app` and its routes; call it before any route is added. */
	watch(app: FastifyInstance): void
	/** Counts an unexpected error or a failed job. `cause` comes from errorCause. */
	countError(cause: string): void
	/** Counts a call of a payment gateway and its seconds. */
	observeGateway(call: GatewayCall): void
	readonly plugin: FastifyPluginAsync
}

/**
 * Prometheus metrics at `/metricas` for the bearer of `token`, or without one for programs on this machine; others get
 * a 404.
 */
export function createMetrics(deps: {
	db: Database
	clock: Clock
	token?: string | undefined
	disk?: (() => Promise<DiskState>) | undefined
}): Metrics {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const calls = new Histogram({
		name: 'tienda_http_segundos',
		help: 'Cuánto tardan las llamadas, por ruta, método y clase de estado',
		labelNames: ['ruta', 'metodo', 'estado'] as const,
		buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
		registers: [registry],
	})
	const errors = new Counter({
		name: 'tienda_errores_total',
		help: 'Errores que nadie esperaba y trabajos que fallaron, por causa',
		labelNames: ['causa'] as const,
		registers: [registry],
	})
	const gatewayCalls = new Histogram({
		name: 'tienda_pasarela_segundos',
		help: 'Cuánto tardan las llamadas a cada pasarela, por cómo terminaron',
		labelNames: ['pasarela', 'resultado'] as const,
		buckets: [0.25, 0.5, 1, 2.5, 5, 10],
		registers: [registry],
	})
	const about = new Gauge({
		name: 'tienda_version',
		help: 'Qué versión y qué commit corre este proceso; siempre 1',
		labelNames: ['version', 'commit', 'node'] as const,
		registers: [registry],
	})
	about.set({ ...shopVersion, node: process.versions.node }, 1)
	const readNumbers = showNumbers(registry, deps)
	const readDisk = deps.disk && showDisk(registry, deps.disk)

	return {
		watch(app) {
			onClosed(app, (request, reply, status) => {
				// Unknown paths share one label: a client could create any number of them.
				const ruta = request.routeOptions.url ?? 'ninguna'
				const labels = { ruta, metodo: request.method, estado: String(status) }
				calls.observe(labels, reply.elapsedTime / 1000)
			})
		},
		countError: (causa) => errors.inc({ causa }),
		observeGateway: ({ gateway, outcome, seconds }) =>
			gatewayCalls.observe({ pasarela: gateway, resultado: outcome }, seconds),
		plugin: async (app) => {
			app.get('/metricas', { schema: { hide: true } }, async (request, reply) => {
				if (!mayRead(request, deps.token)) refuse('no_encontrado')
				await Promise.all([readNumbers(request), readDisk?.()])
				return reply
					.header('cache-control', 'no-store')
					.type(registry.contentType)
					.send(await registry.metrics())
			})
			app.addHook('onClose', async () => registry.clear())
		},
	}
}

/** Registers the disk's gauges; returns the function that updates them. */
function showDisk(registry: Registry, disk: () => Promise<DiskState>): () => Promise<void> {
	const free = new Gauge({
		name: 'tienda_disco_libre_bytes',
		help: 'Cuánto queda libre en el disco de DATA_DIR',
		registers: [registry],
	})
	const writable = new Gauge({
		name: 'tienda_archivos_se_escriben',
		help: '1 cuando se puede escribir en DATA_DIR y en su carpeta de archivos',
		registers: [registry],
	})
	return async () => {
		const { freeBytes, isWritable } = await disk()
		if (freeBytes === undefined) free.reset()
		else free.set(freeBytes)
		writable.set(isWritable ? 1 : 0)
	}
}

/**
 * Registers the shop's gauges; returns the function that updates them. An unreachable database shows as
 * `tienda_base_responde` 0.
 */
function showNumbers(registry: Registry, deps: { db: Database; clock: Clock }) {
	const made = Object.entries(gauges).map(([key, [name, help, ...labelNames]]) => ({
		key: key as keyof ShopNumbers,
		gauge: new Gauge<string>({ name, help, labelNames, registers: [registry] }),
	}))
	const answers = new Gauge({
		name: 'tienda_base_responde',
		help: '1 cuando la base de datos contestó a esta lectura',
		registers: [registry],
	})
	let readAt = Number.NEGATIVE_INFINITY
	let reading: Promise<void> | undefined

	async function read(request: FastifyRequest): Promise<void> {
		try {
			const numbers = await readShopNumbers(deps.db, deps.clock.now())
			for (const { key, gauge } of made) show(gauge, numbers[key])
			answers.set(1)
		} catch (err) {
			request.log.error({ err }, 'the shop could not be counted')
			for (const { gauge } of made) gauge.reset()
			answers.set(0)
		}
		readAt = performance.now()
	}

	return async (request: FastifyRequest) => {
		if (performance.now() - readAt < cacheMs) return
		reading ??= read(request).finally(() => {
			reading = undefined
		})
		await reading
	}
}

function show(gauge: Gauge, measured: readonly Measured[]): void {
	gauge.reset()
	for (const { labels, value } of measured) gauge.set(labels, value)
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
	const { authorization = '' } = request.headers
	if (token !== undefined) return isSameSecret(authorization, `Bearer ${token}`)
	return isFromThisMachine(request)
}

/** Reads every number in one statement over indexes, so that it stays cheap for any number of orders. */
export async function readShopNumbers(db: Database, now: Date): Promise<ShopNumbers> {
	const at = sql`${now.toISOString()}::timestamptz`
	const hourAgo = sql`${at} - interval '1 hour'`
	const { rows } = await db.execute<Row>(sql`
		select 'ordersOpen' as serie, estado as a, metodo_pago as b, count(*)::float8 as n from ordenes
			where estado in ('pendiente', 'en_revision') group by 2, 3
		union all select 'ordersLastHour', estado, metodo_pago, count(*) from ordenes where created_at > ${hourAgo} group by 2, 3
		union all select 'ordersCreated', '', '', coalesce(max(nro_orden) - 1000, 0) from ordenes
		union all select 'paidLastHour', metodo_pago, '', count(*) from ordenes where pagada_at > ${hourAgo} group by 2
		union all select 'paidClpLastHour', metodo_pago, '', sum(total) from ordenes where pagada_at > ${hourAgo} group by 2
		union all select 'paymentsLastHour', p.gateway, p.estado, count(*) from ordenes o join pagos p on p.orden_id = o.id
			where o.created_at > ${hourAgo} group by 2, 3
		union all select 'attemptsWaiting', gateway, '', count(*) from intentos_pago
			where consultar_at is not null and estado <> 'pagado' group by 2
		union all select 'refundsWaiting', estado, '', count(*) from devoluciones
			where estado not in ('hecha', 'rechazada') group by 2
		union all select 'refundAgeSeconds', estado, '', extract(epoch from now() - min(created_at)) from devoluciones
			where estado not in ('hecha', 'rechazada') group by 2
		union all select 'cases', '', '', count(*) from ordenes where atencion is not null
		union all select 'stock', sku, color, stock from productos where deleted_at is null
		union all select 'stockThreshold', sku, color, low_stock_threshold from productos where deleted_at is null
		union all select 'jobs', name, case state when 'failed' then 'fallido' when 'active' then 'en_curso'
			when 'retry' then 'reintento' else 'espera' end, count(*) from pgboss.job
			where state in ('created', 'retry', 'active', 'failed') group by 2, 3
		union all select 'jobAgeSeconds', name, '', greatest(0, extract(epoch from now() - min(start_after))) from pgboss.job
			where state in ('created', 'retry') and start_after <= now() group by 2
		union all select 'mailsWaiting', '', '', count(*) from correos where enviado_at is null
		union all select 'mailAgeSeconds', '', '', coalesce(extract(epoch from now() - min(created_at)), 0) from correos
			where enviado_at is null
		union all select 'clockAheadSeconds', '', '', extract(epoch from clock_timestamp() - ${at})
		union all select 'backupAgeSeconds', '', '', extract(epoch from now() - coalesce(
			(select hecho_at from primer_dia where paso = 'respaldo_fuera'), (select min(created_at) from usuarios)))
		union all select 'alarms', clave, '', 1 from alarmas where terminada_at is null
		union all select 'securityLastHour', tipo, '', sum(veces) from eventos_seguridad where created_at > ${hourAgo}
			group by 2`)
	return Object.fromEntries(
		Object.entries(gauges).map(([serie, [, , ...names]]) => [
			serie,
			rows
				.filter((row) => row.serie === serie)
				.map(({ a, b, n }) => ({
					labels: Object.fromEntries(names.map((name, at) => [name, [a, b][at] ?? ''])),
					value: Number(n),
				})),
		]),
	) as unknown as ShopNumbers
}
