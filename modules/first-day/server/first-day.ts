import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { FailureAnswer, fail, refuse } from '#core/contract/failure.ts'
import { type GatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { isAllowed, type Rights } from '#core/rules/permissions.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { runtimeWarning } from '#core/server/platform/runtime.ts'
import { productos } from '#modules/catalog/tables.ts'
import { type MapsProvider, triedAddress, tryMaps } from '#modules/delivery/server/maps/maps.ts'
import { kilometersText } from '#modules/delivery/tariff.ts'
import { type FirstDayStep, firstDaySteps, type TriedStep } from '#modules/first-day/first-day.ts'
import { readTrials } from '#modules/first-day/server/trial-payment.ts'
import type { FirstDayAnswer, FirstDayItem } from '#modules/first-day/shapes.ts'
import { policyVersion } from '#modules/legal/policy-version.ts'
import type { Context } from '#modules/lists/context.ts'
import { ownFirstDaySteps } from '#modules/lists/first-day-steps.ts'
import { correos } from '#modules/orders/tables.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { initialQuestions } from '#modules/settings/questions.ts'
import { closureOf, missingToSell } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { type SettingKey, settingLabel } from '#modules/settings/settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'
import { primerDia } from '#modules/settings/tables.ts'

type Found = Omit<FirstDayItem, 'paso'>
type RecordedStep = (typeof primerDia.$inferSelect)['paso']

/** Required settings of one kind without a value, by their names. */
function settingsFound(missing: readonly SettingKey[], prefix: string): Found {
	const names = missing.filter((key) => key.startsWith(prefix)).map((key) => settingLabel(key))
	return { listo: names.length === 0, texto: names.length === 0 ? '' : `Falta: ${names.join(', ')}.` }
}

/**
 * Returns the first day's list with what is missing, whether the shop is closed, and whether `actor` may try its steps.
 */
export async function readFirstDay(
	{
		db,
		clock,
		gateways,
	}: { readonly db: Queryable; readonly clock: Clock; readonly gateways: ReadonlyMap<GatewayMethod, unknown> },
	actor: Rights,
	nodeVersion = process.versions.node,
): Promise<FirstDayAnswer> {
	const runtime = runtimeWarning(nodeVersion)
	const settings = await readSettings(db)
	const missing = missingToSell(settings)
	const now = clock.now()
	const closure = closureOf(settings, now)
	const records = await db.select().from(primerDia)
	const recorded = (paso: RecordedStep): Found => {
		const record = records.find((one) => one.paso === paso)
		return { listo: record !== undefined, texto: record?.texto ?? '' }
	}
	const isInStock = and(isNull(productos.deleted_at), gt(productos.stock, 0))
	const [mail] = await db
		.select({ destinatario: correos.destinatario })
		.from(correos)
		.where(and(eq(correos.plantilla, 'correo_prueba'), isNotNull(correos.enviado_at)))
		.orderBy(desc(correos.enviado_at))
		.limit(1)
	const found: Readonly<Record<FirstDayStep, Found | undefined>> = {
		vendedor: settingsFound(missing, 'vendedor_'),
		banco: settingsFound(missing, 'banco_'),
		retiro: settingsFound(missing, 'retiro_'),
		stock: { listo: (await db.$count(productos, isInStock)) > 0, texto: '' },
		correo: { listo: mail !== undefined, texto: mail ? `Salió a ${mail.destinatario}.` : '' },
		pasarela: recorded('pasarela'),
		boleta: ownFirstDaySteps.boleta && recorded('boleta'),
		mapa: missing.includes('tienda_posicion') ? settingsFound(missing, 'tienda_') : recorded('mapa'),
		preguntas: { listo: settings.preguntas !== initialQuestions, texto: '' },
		politicas: recorded('politicas'),
		segundo_factor: await ownFirstDaySteps.segundo_factor?.find(db, now),
		respaldo: await ownFirstDaySteps.respaldo?.find(db, now),
		servidor: { listo: runtime === undefined, texto: runtime ?? '' },
	}
	// The owner sees the version of Node only while an update is needed.
	const results = firstDaySteps
		.flatMap((paso) => (found[paso] ? [{ paso, ...found[paso] }] : []))
		.filter(({ paso, listo }) => paso !== 'servidor' || !listo)
	const faltan = results.filter(({ listo }) => !listo).length
	return {
		results,
		pagos_prueba: await readTrials(db, offeredGateways(settings, [...gateways.keys()]), now),
		count: results.length,
		faltan,
		cierre: closure ? { vuelta: closure.vuelta } : null,
		editable: isAllowed('cambiar_tienda', actor),
	}
}

export type TryContext = Context & {
	readonly maps: MapsProvider
	readonly gateways: ReadonlyMap<GatewayMethod, Pick<Gateway, 'probe'>>
	/** Makes a backup and returns its description; undefined without the module. */
	readonly backUp: (() => Promise<string>) | undefined
	/** Asks the provider of boletas and describes its answer; undefined without the module. */
	readonly tryDocuments: (() => Promise<string>) | undefined
}

/** A step's failure, as a sentence for the owner. */
const stepFailed = (text: string, cause?: unknown) => new FailureAnswer(fail('no_comprobado', { text }), { cause })

interface Actor {
	readonly id: number
	readonly email: string
}

/** Checks the credentials of every offered gateway. Throws a sentence for the first rejected ones. */
async function tryGateways({ db, gateways }: TryContext): Promise<string> {
	const offered = offeredGateways(await readSettings(db), [...gateways.keys()])
	if (offered.length === 0)
		throw stepFailed('No ofreces ninguna pasarela: faltan sus credenciales o están quitadas en Ajustes.')
	const nameOf = (method: GatewayMethod) => metodoPagoText[method]
	for (const method of offered) {
		await gateways
			.get(method)
			?.probe()
			.catch((cause: unknown) => {
				throw stepFailed(`${nameOf(method)} no acepta las credenciales o no responde.`, cause)
			})
	}
	return `Responden y aceptan las credenciales: ${offered.map(nameOf).join(', ')}.`
}

async function tryMap({ maps }: TryContext): Promise<string> {
	const meters = await tryMaps(maps).catch((cause: unknown) => {
		throw stepFailed('El mapa no responde, o no encuentra calles cerca de la tienda.', cause)
	})
	return `Desde la tienda hasta ${triedAddress} hay ${kilometersText(Math.round(meters / 100) * 100)} km en auto.`
}

/**
 * Tries, or confirms, a step of the first day, and stores that it is done; repeating it updates the date. Refuses with
 * `no_comprobado` and a sentence, and with `no_encontrado` without the module of the step; the cause is logged.
 */
export async function tryStep(context: TryContext, actor: Actor, paso: TriedStep): Promise<{ texto: string }> {
	const { db, clock, log } = context
	if (paso === 'correo') {
		const datos = { pedido_por: actor.email }
		const clave = `correo_prueba:${context.newId()}`
		await db.transaction((tx) =>
			context.mail(tx, { clave, plantilla: 'correo_prueba', destinatario: actor.email, datos }),
		)
		return { texto: `Va un correo a ${actor.email}. Cuando salga, este paso queda listo.` }
	}
	const trials = {
		pasarela: () => tryGateways(context),
		mapa: () => tryMap(context),
		politicas: async () => `${actor.email} leyó las del ${policyVersion}.`,
		respaldo: context.backUp,
		boleta: context.tryDocuments,
	} as const
	const trial = trials[paso]
	if (!trial) refuse('no_encontrado')
	try {
		const texto = await trial()
		await db.transaction(async (tx) => {
			const row = { paso, texto, usuario_id: actor.id, hecho_at: clock.now() }
			await tx.insert(primerDia).values(row).onConflictDoUpdate({ target: primerDia.paso, set: row })
			await writeAudit(tx, { tipo: 'ajuste', ref: paso, usuario_id: actor.id, accion: 'primer_dia', detalle: texto })
		})
		return { texto }
	} catch (error) {
		if (error instanceof FailureAnswer) log.warn({ err: error, paso }, 'a step of the first day does not work')
		throw error
	}
}
