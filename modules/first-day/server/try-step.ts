import { type Failure, fail } from '#core/contract/failure.ts'
import { type GatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { policyVersion } from '#modules/accounts/policy-version.ts'
import type { Context } from '#modules/context.ts'
import type { MapsProvider } from '#modules/delivery/server/maps/maps.ts'
import { triedAddress, tryMaps } from '#modules/delivery/server/try-maps.ts'
import { kilometersText } from '#modules/delivery/tariff-text.ts'
import type { RecordedStep, TriedStep } from '#modules/first-day/first-day.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { offeredGateways } from '#modules/settings/server/shop-data.ts'
import { primerDia } from '#modules/settings/tables.ts'

/** A step's failure, as a sentence for the owner. */
class StepFailed extends Error {}

export type TryContext = Context & {
	readonly maps: MapsProvider
	readonly gateways: ReadonlyMap<GatewayMethod, Pick<Gateway, 'probe'>>
	/** Writes a backup to this machine's disk, and returns its description. */
	readonly backUp: () => Promise<{ readonly texto: string; readonly faltan: number }>
}

interface Actor {
	readonly id: number
	readonly email: string
}

/** Stores that a step was done; repeating it updates the date. */
async function record(
	{ clock }: TryContext,
	tx: Transaction,
	actor: Actor,
	step: { readonly paso: RecordedStep; readonly texto: string },
): Promise<void> {
	const row = { ...step, usuario_id: actor.id, hecho_at: clock.now() }
	await tx.insert(primerDia).values(row).onConflictDoUpdate({ target: primerDia.paso, set: row })
	const { paso, texto } = step
	await writeAudit(tx, { tipo: 'ajuste', ref: paso, usuario_id: actor.id, accion: 'primer_dia', detalle: texto })
}

async function mailToActor(context: TryContext, actor: Actor): Promise<string> {
	await context.db.transaction((tx) =>
		context.mail(tx, {
			clave: `correo_prueba:${context.newId()}`,
			plantilla: 'correo_prueba',
			destinatario: actor.email,
			datos: { pedido_por: actor.email },
		}),
	)
	return `Va un correo a ${actor.email}. Cuando salga, este paso queda listo.`
}

/** Checks the credentials of every offered gateway. Throws a sentence for the first rejected ones. */
async function tryGateways({ db, gateways }: TryContext): Promise<string> {
	const offered = offeredGateways(await readSettings(db), [...gateways.keys()])
	if (offered.length === 0)
		throw new StepFailed('No ofreces ninguna pasarela: faltan sus credenciales o están quitadas en Ajustes.')
	const nameOf = (method: GatewayMethod) => metodoPagoText[method]
	for (const method of offered) {
		await gateways
			.get(method)
			?.probe()
			.catch((cause: unknown) => {
				throw new StepFailed(`${nameOf(method)} no acepta las credenciales o no responde.`, { cause })
			})
	}
	return `Responden y aceptan las credenciales: ${offered.map(nameOf).join(', ')}.`
}

async function tryMap({ maps }: TryContext): Promise<string> {
	const meters = await tryMaps(maps).catch((cause: unknown) => {
		throw new StepFailed('El mapa no responde, o no encuentra calles cerca de la tienda.', { cause })
	})
	return `Desde la tienda hasta ${triedAddress} hay ${kilometersText(Math.round(meters / 100) * 100)} km en auto.`
}

async function makeBackup({ backUp }: TryContext): Promise<string> {
	const { texto, faltan } = await backUp().catch((cause: unknown) => {
		throw new StepFailed('No se pudo escribir en el disco de la tienda: avisa a quien la instaló.', { cause })
	})
	if (faltan === 0) return `${texto} En el disco de la tienda.`
	const missing = faltan === 1 ? 'le falta una imagen' : `le faltan ${faltan} imágenes`
	throw new StepFailed(
		`El respaldo no está completo: ${missing} que la tienda debería tener. Avisa a quien la instaló.`,
	)
}

/** Tries, or confirms, a step of the first day. Fails with `no_comprobado` and a sentence; the cause is logged. */
export async function tryStep(
	context: TryContext,
	actor: Actor,
	paso: TriedStep,
): Promise<{ texto: string } | Failure> {
	if (paso === 'correo') return { texto: await mailToActor(context, actor) }
	const trials = {
		pasarela: () => tryGateways(context),
		mapa: () => tryMap(context),
		politicas: async () => `${actor.email} leyó las del ${policyVersion}.`,
		respaldo: () => makeBackup(context),
	} as const
	try {
		const texto = await trials[paso]()
		await context.db.transaction((tx) => record(context, tx, actor, { paso, texto }))
		return { texto }
	} catch (error) {
		if (!(error instanceof StepFailed)) throw error
		context.log.warn({ err: error, paso }, 'a step of the first day does not work')
		return fail('no_comprobado', { text: error.message })
	}
}
