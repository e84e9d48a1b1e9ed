import { formatClp } from '#core/rules/money.ts'
import { weekdayText } from '#modules/orders/arrival.ts'
import type { OwnReturn } from '#modules/returns/order-shapes.ts'
import type { HandBackWay, Remedy, ReturnKind, ReturnState, UnitCondition } from '#modules/returns/return-rules.ts'

export const kindText: Readonly<Record<ReturnKind, string>> = {
	retracto: 'Arrepentimiento',
	garantia: 'Garantía',
	error_tienda: 'Error de la tienda',
	cortesia: 'Cortesía',
}

export const remedyText: Readonly<Record<Remedy, string>> = {
	devolucion: 'Devolución del dinero',
	cambio: 'Cambio por otro',
	reparacion: 'Reparación',
}

export const stateText: Readonly<Record<ReturnState, string>> = {
	pedido: 'Por llegar',
	recibido: 'Recibido',
	cerrado: 'Terminado',
	anulado: 'Anulado',
}

export const conditionText: Readonly<Record<UnitCondition, string>> = {
	vendible: 'Como nueva, sin abrir',
	abierto: 'Abierta',
	falla: 'Con falla',
	danado: 'Dañada',
}

export const wayText: Readonly<Record<HandBackWay, string>> = {
	retiro: 'En el punto de retiro',
	ronda: 'La pasa a buscar el reparto',
	courier: 'Por courier',
}

/** `2 Negro y 1 Rosado` */
export function unitsText(lines: readonly { readonly color: string; readonly cantidad: number }[]): string {
	const texts = lines.map(({ color, cantidad }) => `${cantidad} ${color}`.trim())
	return [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' y ')
}

/** Who pays the courier, within a sentence: a mistake or a fault is never paid by the customer. */
export const paysCourier = (tipo: ReturnKind, retracto: 'cliente' | 'tienda'): 'cliente' | 'tienda' =>
	tipo === 'retracto' ? retracto : 'tienda'

interface HandBack {
	readonly donde: string
	readonly envio_retracto: 'cliente' | 'tienda'
}

/** How the units of a return come back, in a sentence for the customer. */
export function handBackText({ tipo, vuelta }: Pick<OwnReturn, 'tipo' | 'vuelta'>, place: HandBack): string {
	if (vuelta === 'retiro') return `Tráelo a ${place.donde}. No hace falta la caja ni la boleta.`
	if (vuelta === 'ronda') return 'Lo pasamos a buscar en un próximo reparto, sin costo: te escribimos antes con el día.'
	return paysCourier(tipo, place.envio_retracto) === 'tienda'
		? 'Envíalo por courier: te escribimos con la dirección y el envío lo pagamos nosotros.'
		: 'Envíalo por courier: te escribimos con la dirección. El envío corre por tu cuenta.'
}

const untilText = ({ dinero_hasta }: Pick<OwnReturn, 'dinero_hasta'>) =>
	dinero_hasta ? `, a más tardar el ${weekdayText(dinero_hasta)}` : ''

const received: Readonly<Record<Remedy, (one: Pick<OwnReturn, 'dinero_hasta'>) => string>> = {
	devolucion: (one) => `Te devolvemos el dinero por el mismo medio con que pagaste${untilText(one)}.`,
	cambio: () => 'Te preparamos otro igual y te escribimos cuando salga.',
	reparacion: () => 'Lo reparamos sin costo y te escribimos cuando esté listo. Mientras tanto tu garantía no corre.',
}

const closed: Readonly<Record<Remedy, string>> = {
	devolucion: 'Tu devolución está terminada.',
	cambio: 'Te cambiamos el producto.',
	reparacion: 'Te devolvimos el producto reparado.',
}

/** What happens next with a return, and until when, for its customer. */
export function nextText(one: OwnReturn, place: HandBack): string {
	const { estado, opcion, devuelto, reemplazo, respuesta } = one
	if (estado === 'pedido') return `${handBackText(one, place)} ${received[opcion](one)}`
	if (estado === 'recibido') return `Ya lo tenemos. ${received[opcion](one)}`
	const money = devuelto === null ? '' : ` Te devolvemos ${formatClp(devuelto)}: en tu pedido ves cómo va.`
	const exchange = reemplazo === null ? '' : ` Va en tu pedido N° ${reemplazo}.`
	const end = estado === 'cerrado' ? `${closed[opcion]}${money}${exchange}` : 'Esta devolución no siguió.'
	return [end, respuesta].filter(Boolean).join(' ')
}
