import { createHash } from 'node:crypto'
import { and, eq, or, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { StaffDeps } from '#modules/context.ts'
import { isForCustomer } from '#modules/mails.ts'
import { isAnonymized } from '#modules/orders/is-anonymized.ts'
import { correos } from '#modules/orders/mail-tables.ts'
import { actOnOrder } from '#modules/staff-orders/server/act-on-order.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes/order-detail.ts'

/**
 * Resends a mail of the order to its current address: once per minute without a key, once for ever with the same key.
 * Fails with `no_encontrado`, and with `accion_no_corresponde` for mails to staff and for anonymized customers.
 */
export async function resendMail(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	{ correo_id, key = deps.newId() }: { readonly correo_id: string; readonly key: string | undefined },
): Promise<OrderDetail | Failure> {
	return await actOnOrder(deps, orderId, async (tx, order) => {
		const [mail] = await tx
			.select()
			.from(correos)
			.where(and(eq(correos.id, correo_id), eq(correos.orden_id, order.id)))
		if (!mail) return fail('no_encontrado')
		const { plantilla, datos } = mail
		if (!isForCustomer(mail) || isAnonymized(order)) {
			return fail('accion_no_corresponde', { text: 'Este correo no se puede volver a enviar.' })
		}
		const again = `reenvio:${order.id}:${plantilla}:`
		const clave = `${again}${createHash('sha256').update(`${actorId}:${key}`).digest('base64url')}`
		const [earlier] = await tx
			.select({ id: correos.id })
			.from(correos)
			.where(
				and(
					eq(correos.orden_id, order.id),
					or(
						eq(correos.clave, clave),
						sql`starts_with(${correos.clave}, ${again}) and ${correos.created_at} > now() - interval '1 minute'`,
					),
				),
			)
		if (earlier) return undefined
		await deps.mail(tx, {
			clave,
			plantilla,
			destinatario: order.email,
			datos: datos as Record<string, unknown>,
			orden_id: order.id,
		})
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: actorId,
			accion: 'correo_reenviado',
			detalle: plantilla,
			despues: order.email,
		})
		return undefined
	})
}
