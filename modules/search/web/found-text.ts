import { formatPhone } from '#core/rules/person-data.ts'
import { fold } from '#core/rules/text.ts'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { foundReasons } from '#modules/lists/web/search.ts'
import type { FoundOrder } from '#modules/search/shapes.ts'

/** Returns the customer's name or email, or a placeholder after the account was deleted. */
export function ownerText({ nombre, email }: Pick<FoundOrder, 'nombre' | 'email'>): string {
	return nombre || email || 'Sin nombre'
}

const wordsIn = (text: string) => fold(text).split(/[^a-z0-9]+/)

/** Returns the matching field of the order: its tax document, phone number, address … */
export function reasonText(found: FoundOrder, typed: string): string {
	const { por, codigo, telefono, email, direccion, created_at } = found
	for (const reasonOf of foundReasons) {
		const reason = reasonOf(found)
		if (reason !== undefined) return reason
	}
	if (por === 'autorizacion' && codigo !== null) return `Código de autorización ${codigo}`
	if (por === 'telefono') return formatPhone(telefono)
	if (por === 'numero') return formatMoment(created_at)
	const address = wordsIn(direccion)
	const isInAddress = wordsIn(typed).some((word) => word !== '' && address.some((part) => part.startsWith(word)))
	return isInAddress ? formatDireccion(direccion) : email
}

/** Returns the number of found orders, for screen readers. */
export function foundText(count: number, hasMore: boolean): string {
	if (count === 0) return 'Ninguna orden coincide.'
	if (hasMore) return `Se muestran ${count} órdenes; hay más. Escribe algo más para acotar.`
	return count === 1 ? '1 orden. Enter la abre.' : `${count} órdenes. Usa las flechas para elegir.`
}

/** Returns the index that Enter opens without a choice: the only result or the exact number; undefined otherwise. */
export function defaultIndex(results: readonly FoundOrder[], typed: string): number | undefined {
	if (results.length === 1) return 0
	const digits = typed.replace(/\D/g, '')
	const index = results.findIndex(({ por, nro_orden }) => por === 'numero' && String(nro_orden) === digits)
	return index < 0 ? undefined : index
}
