import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import type { PaymentDetails } from '#modules/orders/payment-details.ts'
import { pagos } from '#modules/orders/payment-tables.ts'

type Row = Omit<PaymentDetails, 'autorizado_at'> & { readonly autorizado_at: Date | null }

export function toDetails(row: Row): PaymentDetails {
	const { codigo_autorizacion, tipo_tarjeta, medio, tipo_cuotas, cuotas, monto_cuota, ultimos_digitos } = row
	return {
		codigo_autorizacion,
		tipo_tarjeta,
		medio,
		tipo_cuotas,
		cuotas,
		monto_cuota,
		ultimos_digitos,
		autorizado_at: row.autorizado_at?.toISOString() ?? null,
	}
}

/** The details as columns of a payment's row. */
export function toColumns(details: PaymentDetails): Row {
	const at = details.autorizado_at === null ? null : new Date(details.autorizado_at)
	return { ...details, autorizado_at: at }
}

const names = [
	'codigo_autorizacion',
	'autorizado_at',
	'tipo_tarjeta',
	'medio',
	'tipo_cuotas',
	'cuotas',
	'monto_cuota',
	'ultimos_digitos',
] as const satisfies (keyof Row)[]

/** For an upsert: a stored value stays when a later answer leaves it out. */
export const detailsUpsert = Object.fromEntries(
	names.map((name) => [name, sql`coalesce(excluded.${sql.identifier(name)}, ${pagos[name]})`]),
) as Record<keyof Row, SQL>

/** The method details of the payment that pays an order; null without one. */
export async function readPaymentDetails(db: Queryable, orderId: string): Promise<PaymentDetails | null> {
	const [row] = await db
		.select()
		.from(pagos)
		.where(and(eq(pagos.orden_id, orderId), eq(pagos.destino, 'aplicado')))
		.orderBy(desc(pagos.created_at))
		.limit(1)
	return row ? toDetails(row) : null
}
