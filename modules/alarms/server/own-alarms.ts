import { and, eq, gte, sql } from 'drizzle-orm'
import { isJobQueue, jobQueues, queueText } from '#core/rules/job-queues.ts'
import { gatewayMethods, metodoPagoText } from '#core/rules/payment-methods.ts'
import { schedules } from '#core/server/jobs/queues.ts'
import { leastFreeBytes, runtimeWarning } from '#core/server/platform/runtime.ts'
import { hoursWithoutPayment } from '#modules/alarms/no-payment.ts'
import { createCertificateAlarm } from '#modules/alarms/server/certificate.ts'
import type { Alarm } from '#modules/lists/context.ts'
import { gatewayCallText } from '#modules/orders/payment-details.ts'
import { pasarelasFallando } from '#modules/orders/payment-tables.ts'
import { lateMailMinutes, readLateMails } from '#modules/orders/server/late-mails.ts'

const operator = 'Pide a quien instaló la tienda que'

const diskAlarm: Alarm = {
	clave: 'disco',
	regla: { nombre: 'DiscoCasiLleno', limite: leastFreeBytes },
	async check({ disk }) {
		const freeBytes = (await disk?.())?.freeBytes
		if (freeBytes === undefined || freeBytes >= leastFreeBytes) return undefined
		const gb = (freeBytes / leastFreeBytes).toLocaleString('es-CL', { maximumFractionDigits: 1 })
		return {
			texto: `Al disco de la tienda le quedan ${gb} GB`,
			queHacer: `${operator} borre respaldos y registros antiguos o agrande el disco. Cuando se llena, nadie puede comprar.`,
		}
	},
}

const filesAlarm: Alarm = {
	clave: 'archivos',
	regla: { nombre: 'ArchivosNoSeEscriben', limite: 0 },
	async check({ disk }) {
		if ((await disk?.())?.isWritable !== false) return undefined
		return {
			texto: 'La tienda no puede escribir en su carpeta de datos: los comprobantes y las fotos no se reciben',
			queHacer: `${operator} revise el espacio y los permisos de la carpeta de datos (DATA_DIR).`,
		}
	},
}

/** Failed calls in a row by which a gateway counts as down. */
export const failedCalls = 3

const gatewayAlarms = gatewayMethods.map(
	(gateway): Alarm => ({
		clave: `pasarela_${gateway}`,
		regla: { nombre: 'PasarelaFalla', limite: failedCalls },
		async check({ db, gateways }) {
			if (!gateways.has(gateway)) return undefined
			const isDown = and(eq(pasarelasFallando.gateway, gateway), gte(pasarelasFallando.seguidas, failedCalls))
			const [failing] = await db.select().from(pasarelasFallando).where(isDown)
			if (!failing) return undefined
			const { seguidas, llamada, respuesta, rechaza_llave } = failing
			const name = metodoPagoText[gateway]
			return {
				texto: `${name} falló ${seguidas} veces seguidas`,
				queHacer: `Al ${gatewayCallText[llamada]}: ${respuesta}. ${
					rechaza_llave
						? `${operator} revise sus credenciales y corra npm run doctor.`
						: `Mira si ${name} informa un problema suyo: la alarma termina cuando vuelve a responder. Si dura, apágalo en Ajustes para que los clientes elijan otro medio, y avisa a quien instaló la tienda.`
				}`,
				lugar: { seccion: 'trabajos' },
				isMailed: rechaza_llave,
			}
		},
	}),
)

const jobsAlarm: Alarm = {
	clave: 'trabajos',
	regla: { nombre: 'TrabajosDadosPorPerdidos', limite: 0 },
	async check({ db }) {
		// The next run of a scheduled job does what a failed one left.
		const { rows } = await db.execute<{ cola: string; cuantos: number }>(sql`
			select j.name as cola, count(*)::int as cuantos from pgboss.job j
			where j.state = 'failed' and j.name in ${jobQueues} and not (j.name in ${Object.keys(schedules)} and exists (
				select 1 from pgboss.job k where k.name = j.name and k.state = 'completed' and k.created_on > j.created_on))
			group by 1 order by 1`)
		if (rows.length === 0) return undefined
		const names = rows.map(({ cola, cuantos }) => `${isJobQueue(cola) ? queueText(cola) : cola} (${cuantos})`)
		return {
			texto: `Hay trabajos que fallaron y no se repetirán solos: ${names.join(', ')}`,
			queHacer:
				'Abre Trabajos, lee el error de cada uno y aprieta «Reintentar». Si vuelve a fallar, avisa a quien instaló la tienda.',
			lugar: { seccion: 'trabajos' },
		}
	},
}

/** Seconds between the clocks of process and database. Above it logins, holds and signatures begin to be wrong. */
const mostSecondsApart = 30

/** `processNow`: the clock of this process, in ms. */
export const createClockAlarm = (processNow: () => number = Date.now): Alarm => ({
	clave: 'reloj',
	regla: { nombre: 'RelojDistinto', limite: mostSecondsApart },
	async check({ db }) {
		const before = processNow()
		const { rows } = await db.execute<{ ms: number }>(
			sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
		)
		const apart = Math.round(Math.abs(Number(rows[0]?.ms) - (before + processNow()) / 2) / 1000)
		if (apart <= mostSecondsApart) return undefined
		return {
			texto: `El reloj de la tienda y el de su base de datos difieren en ${apart} segundos`,
			queHacer: `Los plazos de pago y los accesos fallan con la hora cambiada. ${operator} sincronice los relojes (timedatectl set-ntp true).`,
		}
	},
})

const mailsAlarm: Alarm = {
	clave: 'correos',
	regla: { nombre: 'CorreosDetenidos', limite: lateMailMinutes * 60 },
	async check({ db, clock }) {
		const found = await readLateMails(db, new Date(clock.now().getTime() - lateMailMinutes * 60_000))
		if (!found) return undefined
		return {
			texto: found.cuantos === 1 ? 'Un correo no sale' : `${found.cuantos} correos no salen`,
			queHacer: `Los clientes no reciben sus avisos; salen solos cuando el servidor de correo vuelva. ${operator} lo revise (SMTP_URL).`,
			lugar: { seccion: 'trabajos' },
			isMailed: true,
		}
	},
}

const paymentsAlarm: Alarm = {
	clave: 'sin_pagos',
	regla: { nombre: 'NadiePaga' },
	async check({ db, clock }) {
		const now = sql`${clock.now().toISOString()}::timestamptz`
		const isGateway = sql`metodo_pago in ${[...gatewayMethods]}`
		const hoursSince = (column: 'pagada_at' | 'created_at') =>
			sql`extract(epoch from ${now} - ${sql.identifier(column)})::float8 / 3600`
		const paid = await db.execute<{ hours: number }>(sql`
			select distinct floor(hours * 12)::float8 / 12 as hours from (
				select ${hoursSince('pagada_at')} as hours from ordenes
				where pagada_at > ${now} - interval '29 days' and pagada_at <= ${now} and ${isGateway}) as sold
			where hours - 168 * floor(hours / 168) < 24`)
		const unpaid = await db.execute<{ hours: number; buyer: number }>(sql`
			select ${hoursSince('created_at')} as hours, usuario_id as buyer from ordenes
			where created_at > ${now} - interval '1 day' and pagada_at is null and estado in ('pendiente', 'fallida') and ${isGateway}`)
		const hours = hoursWithoutPayment({ paid: paid.rows.map((row) => row.hours), unpaid: unpaid.rows })
		if (hours === undefined) return undefined
		return {
			texto: `Hay clientes que intentan pagar y nadie lo logra desde hace ${hours === 1 ? 'una hora' : `${hours} horas`}, cuando otras semanas se vende`,
			queHacer:
				'Haz una compra de prueba con cada medio de pago y mira el panel de la pasarela. Si no puedes pagar, avisa a quien instaló la tienda.',
			lugar: { seccion: 'ordenes' },
		}
	},
}

/** `version`: of Node. */
export const createRuntimeAlarm = (version = process.versions.node): Alarm => ({
	clave: 'runtime',
	regla: { nombre: 'RuntimeSinParche' },
	async check({ env }) {
		const warning = env.isDemo ? undefined : runtimeWarning(version)
		if (warning === undefined) return undefined
		return {
			texto: `El programa que ejecuta la tienda, Node ${version}, tiene fallas de seguridad publicadas`,
			queHacer: `${operator} lo actualice. ${warning}.`,
		}
	},
})

/** The alarms of core and the specification's modules, in the order of need. */
export const ownAlarms: readonly Alarm[] = [
	diskAlarm,
	filesAlarm,
	...gatewayAlarms,
	paymentsAlarm,
	jobsAlarm,
	mailsAlarm,
	createClockAlarm(),
	createCertificateAlarm(),
	createRuntimeAlarm(),
]
