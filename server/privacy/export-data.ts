import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#contract/failure.ts'
import { type ReadProfileDeps, readProfile } from '#server/accounts/read-profile.ts'
import type { Database } from '#server/db/database.ts'
import { sesiones, usuarios } from '#server/db/tables/accounts.ts'
import { correos } from '#server/db/tables/mail.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import { comprobantes, devoluciones, devolucionesAMano, pagos } from '#server/db/tables/payments.ts'
import { suscripcionesPush } from '#server/db/tables/push.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { fotosEntrega, paradas } from '#server/db/tables/rounds.ts'

export type CustomerData = Readonly<Record<string, unknown>>

async function readHandRefunds(db: Database, ids: string[]) {
	const { orden_id, monto, medio, fecha, referencia } = devolucionesAMano
	return await db
		.select({ orden_id, monto, medio, fecha, referencia })
		.from(devolucionesAMano)
		.where(inArray(orden_id, ids))
}

async function readOrderPapers(db: Database, ids: string[]) {
	if (ids.length === 0)
		return { pagos: [], devoluciones: [], devoluciones_a_mano: [], comprobantes: [], entregas: [], notas: [] }
	const { gateway, pago_id, orden_id, estado, monto, moneda, devuelto, created_at } = pagos
	const [payments, refunds, byHand, proofs, deliveries, notes] = await Promise.all([
		db
			.select({ gateway, pago_id, orden_id, estado, monto, moneda, devuelto, created_at })
			.from(pagos)
			.where(inArray(pagos.orden_id, ids)),
		db
			.select({
				orden_id: devoluciones.orden_id,
				monto: devoluciones.monto,
				motivo: devoluciones.motivo,
				estado: devoluciones.estado,
				created_at: devoluciones.created_at,
			})
			.from(devoluciones)
			.where(inArray(devoluciones.orden_id, ids)),
		readHandRefunds(db, ids),
		db
			.select({ orden_id: comprobantes.orden_id, bytes: comprobantes.bytes, created_at: comprobantes.created_at })
			.from(comprobantes)
			.where(inArray(comprobantes.orden_id, ids)),
		db
			.select({
				orden_id: paradas.orden_id,
				estado: paradas.estado,
				hecha_at: paradas.hecha_at,
				recibe: paradas.recibe,
				motivo: paradas.motivo,
				fotos: db.$count(fotosEntrega, eq(fotosEntrega.parada_id, paradas.id)),
			})
			.from(paradas)
			.where(inArray(paradas.orden_id, ids)),
		db
			.select({ orden_id: auditoria.ref, texto: auditoria.despues, created_at: auditoria.created_at })
			.from(auditoria)
			.where(and(eq(auditoria.tipo, 'orden'), inArray(auditoria.ref, ids), eq(auditoria.accion, 'nota')))
			.orderBy(asc(auditoria.id)),
	])
	return {
		pagos: payments,
		devoluciones: refunds,
		devoluciones_a_mano: byHand,
		comprobantes: proofs,
		entregas: deliveries,
		notas: notes,
	}
}

/** Where the account was open, what was mailed to it, which devices are told by Web Push, and what the log says of it. */
async function readTraces(db: Database, account: typeof usuarios.$inferSelect) {
	const { dispositivo, created_at, used_at, expires_at, revoked_at } = sesiones
	const { plantilla, destinatario, enviado_at } = correos
	const { nombre, tipos, endpoint, ultimo_ok_at, ultimo_fallo_at } = suscripcionesPush
	const about = and(eq(auditoria.tipo, 'usuario'), eq(auditoria.ref, String(account.id)))
	const [sessions, mails, devices, log] = await Promise.all([
		db
			.select({ dispositivo, created_at, used_at, expires_at, revoked_at })
			.from(sesiones)
			.where(eq(sesiones.usuario_id, account.id)),
		db
			.select({ plantilla, destinatario, created_at: correos.created_at, enviado_at })
			.from(correos)
			.where(eq(correos.destinatario, account.email)),
		db
			.select({ nombre, tipos, endpoint, created_at: suscripcionesPush.created_at, ultimo_ok_at, ultimo_fallo_at })
			.from(suscripcionesPush)
			.where(eq(suscripcionesPush.usuario_id, account.id)),
		db
			.select({
				tipo: auditoria.tipo,
				accion: auditoria.accion,
				campo: auditoria.campo,
				detalle: auditoria.detalle,
				created_at: auditoria.created_at,
			})
			.from(auditoria)
			.where(or(about, eq(auditoria.usuario_id, account.id))),
	])
	return { sesiones: sessions, correos: mails, dispositivos_avisados: devices, registro: log }
}

/** Everything the shop holds about a customer (portability, Ley 21.719) but hashes of passwords and tokens. */
export async function exportData(deps: ReadProfileDeps, accountId: number): Promise<CustomerData | Failure> {
	const { db } = deps
	const profile = await readProfile(deps, accountId)
	const [account] = await db.select().from(usuarios).where(eq(usuarios.id, accountId))
	if (isFailure(profile)) return profile
	if (!account) return fail('sesion_expirada')

	const orders = await db.select().from(ordenes).where(eq(ordenes.user, accountId)).orderBy(desc(ordenes.created_at))
	const ids = orders.map((order) => order.id)
	const [papers, traces] = await Promise.all([readOrderPapers(db, ids), readTraces(db, account)])
	const linesOf = new Map(profile.ordenes.map((order) => [order.id, order]))

	return {
		generado_at: deps.clock.now().toISOString(),
		cuenta: {
			nombre: profile.nombre,
			apellido: profile.apellido,
			email: profile.email,
			telefono: profile.telefono,
			direccion: profile.direccion,
			factura: profile.factura,
			created_at: account.created_at,
			email_verified_at: account.email_verified_at,
			google_sub: account.google_sub,
			is_staff: account.is_staff,
			is_superuser: account.is_superuser,
		},
		consentimiento: { at: account.consentimiento_at, version: account.consentimiento_version },
		carrito: profile.carrito,
		ordenes: orders.map(({ user: _user, version: _version, ...order }) => ({
			...order,
			carrito: linesOf.get(order.id)?.carrito ?? [],
			historia: linesOf.get(order.id)?.historia ?? [],
			receptor: linesOf.get(order.id)?.receptor ?? null,
		})),
		...papers,
		...traces,
	}
}
