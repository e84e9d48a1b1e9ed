import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { shutsLastStaffOut } from '#core/rules/permissions.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { type ProofDeps, proveIdentity } from '#modules/accounts/server/prove-identity.ts'
import { recuperaciones, sesiones } from '#modules/accounts/tables.ts'
import { runHooks } from '#modules/lists/context.ts'
import { moneyHeld } from '#modules/orders/order-money.ts'
import { readHandRefunded, readPayments } from '#modules/orders/server/read-order-money.ts'
import { clavesIdempotencia, correos, ordenes } from '#modules/orders/tables.ts'
import {
	type AnonymizeDeps,
	anonymizeMails,
	anonymizeOrders,
	isClosed,
	statesUnderWay,
} from '#modules/privacy/server/anonymize-orders.ts'
import { forgetRequests } from '#modules/privacy/server/request-chores.ts'
import { lockStaff } from '#modules/staff/server/rights.ts'

/**
 * Erases an account within `tx`: its row, its closed orders and the mails about it; amounts stay. Orders under way keep
 * their delivery data until closed.
 */
export async function eraseAccount(deps: AnonymizeDeps, tx: Transaction, accountId: number): Promise<void> {
	const now = deps.clock.now()
	const [account] = await tx.select({ email: usuarios.email }).from(usuarios).where(eq(usuarios.id, accountId))
	const email = account?.email ?? ''
	// First, so that no order is placed meanwhile.
	await tx
		.update(usuarios)
		.set({
			email: `eliminada-${accountId}@cuenta.invalid`,
			first_name: '',
			last_name: '',
			telefono: '',
			direccion: '',
			password_hash: null,
			google_sub: null,
			email_verified_at: null,
			carrito: null,
			factura: null,
			bloqueada_at: null,
			bloqueo_motivo: null,
			is_staff: false,
			is_superuser: false,
			is_active: false,
			derechos_en_espera: false,
			deleted_at: now,
		})
		.where(eq(usuarios.id, accountId))
	await tx.delete(sesiones).where(eq(sesiones.usuario_id, accountId))
	await tx.delete(recuperaciones).where(eq(recuperaciones.usuario_id, accountId))
	await tx.delete(clavesIdempotencia).where(eq(clavesIdempotencia.usuario_id, accountId))
	await runHooks(deps.hooks.forgetAccount, tx, accountId)
	await runHooks(deps.hooks.forgetAddress, deps, tx, email)
	await writeAudit(tx, { tipo: 'usuario', ref: accountId, usuario_id: accountId, accion: 'eliminar_cuenta' })

	// Before the closed orders, since an order with a case is not closed.
	await openCases(tx, accountId)

	const own = tx.select({ id: ordenes.id }).from(ordenes).where(eq(ordenes.user, accountId))
	// Mails about orders under way wait for their end; those about other customers' orders were sent to a staff account.
	const isOther = or(isNull(correos.orden_id), notInArray(correos.orden_id, own))
	await anonymizeMails(tx, and(eq(correos.destinatario, email), isOther), now)
	// In mails that others got about it or about what it did. Those about orders are emptied with their order. An unsent
	// one is still sent: deleting an account must not cancel a warning to the team.
	const names = sql`jsonb_path_exists(${correos.datos}, '$.** ? (@ == $email)', jsonb_build_object('email', ${email}::text))`
	const unnamed = sql`replace(${correos.datos}::text, ${JSON.stringify(email)}, '"una cuenta eliminada"')::jsonb`
	await tx
		.update(correos)
		.set({ datos: sql`jsonb_set(${unnamed}, '{nombre}', '""', false)` })
		.where(and(isNull(correos.orden_id), names))
	await forgetRequests(tx, { id: accountId, email, now })

	const closed = await tx
		.select({ id: ordenes.id })
		.from(ordenes)
		.where(and(eq(ordenes.user, accountId), isClosed))
		.for('update')
	await anonymizeOrders(
		deps,
		tx,
		closed.map((order) => order.id),
	)
}

/** Opens cases for orders whose customer needs a call: under way, or cancelled with money not refunded yet. */
async function openCases(tx: Transaction, accountId: number): Promise<void> {
	const isOwn = eq(ordenes.user, accountId)
	const cancelled = await tx
		.select()
		.from(ordenes)
		.where(and(isOwn, eq(ordenes.estado, 'cancelado')))
	const withMoney: string[] = []
	for (const order of cancelled) {
		const payments = await readPayments(tx, order.id)
		const devuelto_a_mano = await readHandRefunded(tx, order.id)
		if (moneyHeld({ ...order, devuelto_a_mano }, payments) > 0) withMoney.push(order.id)
	}
	const accion = 'cuenta_eliminada'
	const opened = await tx
		.update(ordenes)
		// An open case keeps its reason.
		.set({ atencion: sql`coalesce(nullif(${ordenes.atencion}, 'falta_devolver'), ${accion})` })
		.where(and(isOwn, or(inArray(ordenes.estado, statesUnderWay), inArray(ordenes.id, withMoney))))
		.returning({ id: ordenes.id })
	for (const { id } of opened) await writeAudit(tx, { tipo: 'orden', ref: id, usuario_id: accountId, accion })
}

export type DeleteAccountDeps = ProofDeps & AnonymizeDeps

/**
 * Deletes an account at its owner's request (erasure, Ley 21.719), as `eraseAccount` does. Refuses as `proveIdentity`
 * does or, for the last active staff account, with `ultimo_staff`.
 */
export async function deleteAccount(
	deps: DeleteAccountDeps,
	owner: CurrentUser,
	proof: Parameters<typeof proveIdentity>[2],
): Promise<void> {
	const settle = await proveIdentity(deps, owner, proof, { mayBeFresh: true })
	const refused = await deps.db.transaction(async (tx) => {
		if (shutsLastStaffOut(await lockStaff(tx), owner.id, 'is_active', false)) refuse('ultimo_staff')
		const failed = await settle(tx)
		if (!failed) await eraseAccount(deps, tx, owner.id)
		return failed
	})
	if (refused) orRefuse(refused)
}
