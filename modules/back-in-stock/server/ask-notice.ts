import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { refuse } from '#core/contract/failure.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { secondsAfter } from '#core/rules/times.ts'
import { consentText, consentVersion } from '#modules/back-in-stock/consent.ts'
import { linkPurposes } from '#modules/back-in-stock/server/notice-mails.ts'
import { addressHash, forgetNotices } from '#modules/back-in-stock/server/person-notices.ts'
import { avisosStock } from '#modules/back-in-stock/tables.ts'
import { sku } from '#modules/catalog/product.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { correos } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** Mails to confirm: of one request, one per quarter of an hour; of one address, six a day. */
const perQuarter = 900
const maxOfAddress = 6
/** New requests in a day that wait for their confirmation: more are a robot that writes to strangers in our name. */
export const maxUnconfirmed = 200

const daySeconds = 86_400

/**
 * Stores a request with its consent, and mails the link that confirms it. Nothing depends on whether the address was
 * known. Refuses with `accion_no_corresponde` while the owner offers none or the colour has stock, `correo_invalido`,
 * `color_desconocido`, and `demasiadas_solicitudes` for the whole shop.
 */
export async function askNotice(
	deps: Pick<StaffDeps, 'db' | 'clock' | 'newId' | 'mail'>,
	{ color, correo: typed }: { readonly color: string; readonly correo: string },
): Promise<void> {
	const correo = readEmail(typed) ?? refuse('correo_invalido')
	const now = deps.clock.now()
	const dayAgo = secondsAfter(now, -daySeconds)
	await deps.db.transaction(async (tx) => {
		const { avisar_stock } = await readSettings(tx)
		if (!avisar_stock) refuse('accion_no_corresponde', { text: 'Por ahora no enviamos avisos de stock.' })
		const isIt = and(eq(productos.sku, sku), eq(productos.color, color), isNull(productos.deleted_at))
		const [product] = await tx.select().from(productos).where(isIt)
		if (!product) refuse('color_desconocido')
		if (product.stock > 0) refuse('accion_no_corresponde', { text: `${color} ya tiene stock: puedes comprarlo ahora.` })
		const isWaiting = and(isNull(avisosStock.confirmado_at), gt(avisosStock.pedido_at, dayAgo))
		if ((await tx.$count(avisosStock, isWaiting)) >= maxUnconfirmed)
			refuse('demasiadas_solicitudes', { text: 'Hoy nos pidieron demasiados avisos. Inténtalo mañana.' })

		const consent = {
			consentimiento: consentText(color),
			consentimiento_version: consentVersion,
			pedido_at: now,
		}
		const [request] = await tx
			.insert(avisosStock)
			.values({ id: deps.newId(), correo, color, ...consent })
			.onConflictDoUpdate({
				target: [avisosStock.correo, avisosStock.color],
				set: consent,
				setWhere: isNull(avisosStock.confirmado_at),
			})
			.returning({ id: avisosStock.id })
		// Confirmed before: the person waits already.
		if (!request) return
		const ofDay = and(eq(correos.plantilla, 'aviso_confirma'), gt(correos.created_at, dayAgo))
		if ((await tx.$count(correos, and(eq(correos.destinatario, correo), ofDay))) >= maxOfAddress) return
		await deps.mail(tx, {
			clave: `aviso_confirma:${request.id}:${Math.floor(now.getTime() / 1000 / perQuarter)}`,
			plantilla: 'aviso_confirma',
			destinatario: correo,
			datos: { aviso_id: request.id, nombre: product.nombre, color, parar: addressHash(correo) },
		})
	})
}

const payload = z.object({ id: z.string() })

/** Confirms a request by its mailed link, and keeps the first moment. Refuses with `enlace_vencido`. */
export async function confirmNotice(
	{ db, clock, signer }: Pick<StaffDeps, 'db' | 'clock' | 'signer'>,
	token: string,
): Promise<{ color: string }> {
	const link = payload.safeParse(signer.verify(linkPurposes.confirm, token, clock.now()))
	if (!link.success) refuse('enlace_vencido')
	const [request] = await db
		.update(avisosStock)
		.set({ confirmado_at: sql`coalesce(${avisosStock.confirmado_at}, ${clock.now().toISOString()}::timestamptz)` })
		.where(eq(avisosStock.id, link.data.id))
		.returning({ color: avisosStock.color })
	return request ?? refuse('enlace_vencido')
}

/** Erases all requests of the address of a mailed link, also those of other colours. Refuses with `enlace_vencido`. */
export async function stopNotices(
	{ db, clock, signer }: Pick<StaffDeps, 'db' | 'clock' | 'signer'>,
	token: string,
): Promise<{ borrado: true }> {
	const now = clock.now()
	const link = payload.safeParse(signer.verify(linkPurposes.stop, token, now))
	if (!link.success) refuse('enlace_vencido')
	await db.transaction((tx) => forgetNotices(tx, link.data.id, now))
	return { borrado: true }
}
