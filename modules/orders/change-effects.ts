import { type MailTemplate, mailText } from '#core/rules/mails.ts'
import { formatClp } from '#core/rules/money.ts'
import type { Estado } from '#modules/orders/estado.ts'

/** An order before or after a change, with the data that a change may affect. Amounts in CLP. */
export interface OrderSnapshot {
	readonly estado: Estado
	readonly total: number
	readonly isPaid: boolean
	/** The amount paid; 0 without a payment. */
	readonly paid: number
	/** The amount owed to the customer. */
	readonly owed: number
	/** Its units taken out of stock. */
	readonly units: readonly { readonly color: string; readonly cantidad: number }[]
	readonly mails: readonly { readonly id: string; readonly plantilla: MailTemplate }[]
}

const added = <Row extends { readonly id: string }>(before: readonly Row[], after: readonly Row[]) =>
	after.filter(({ id }) => !before.some((one) => one.id === id))

const unitsText = (units: OrderSnapshot['units']) =>
	units.map(({ color, cantidad }) => `${cantidad} ${color}`.trim()).join(', ')

function mailEffects(before: OrderSnapshot, after: OrderSnapshot): string[] {
	return added(before.mails, after.mails).map(
		({ plantilla }) => `El cliente recibe el correo «${mailText(plantilla)}».`,
	)
}

function moneyEffects(before: OrderSnapshot, after: OrderSnapshot): string[] {
	const effects: string[] = []
	if (after.total !== before.total && before.paid > 0 && after.total !== before.paid) {
		const gap = after.total - before.paid
		const rest = gap < 0 ? `sobran ${formatClp(-gap)}, que no vuelven solos` : `faltan ${formatClp(gap)}`
		effects.push(`El cliente pagó ${formatClp(before.paid)} y el total queda en ${formatClp(after.total)}: ${rest}.`)
	}
	if (!before.isPaid && after.isPaid) effects.push(`La orden queda pagada por ${formatClp(after.total)}.`)
	if (before.isPaid && !after.isPaid) effects.push('La orden deja de contar como pagada.')
	if (after.estado === 'cancelado' && before.estado !== 'cancelado' && after.owed > 0) {
		effects.push(`Quedan ${formatClp(after.owed)} por devolver al cliente: el dinero no vuelve solo.`)
	}
	return effects
}

function stockEffects(before: OrderSnapshot, after: OrderSnapshot): string[] {
	if (before.units.length > 0 && after.units.length === 0) return [`Vuelven al stock: ${unitsText(before.units)}.`]
	if (before.units.length === 0 && after.units.length > 0) return [`Salen del stock: ${unitsText(after.units)}.`]
	return []
}

/** The consequences of an order's change, as sentences for staff; may be empty. `afterMoney`: those of modules. */
export function changeEffects(before: OrderSnapshot, after: OrderSnapshot, afterMoney: readonly string[]): string[] {
	return [...mailEffects(before, after), ...moneyEffects(before, after), ...afterMoney, ...stockEffects(before, after)]
}
