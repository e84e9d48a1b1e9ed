import { type Failure, fail } from '#core/contract/failure.ts'
import { isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** `known`: an order of the account was paid once; `proved`: only its address was proved; `new`: neither. */
export const standings = ['known', 'proved', 'new'] as const
export type Standing = (typeof standings)[number]

/** Open unpaid orders with reserved stock, and their units. */
export interface Held {
	readonly orders: number
	readonly units: number
}

/** A limit counts the open unpaid orders of accounts with these standings, by these methods, for a buyer of the same. */
interface Counted {
	readonly who: readonly Standing[]
	/** `later`: transfer and cash, which reserve stock for days. */
	readonly methods: 'all' | 'later'
}

const everyone: Counted = { who: standings, methods: 'all' }
const newLater: Counted = { who: ['new'], methods: 'later' }
const unpaidAll: Counted = { who: ['proved', 'new'], methods: 'all' }
const unpaidLater: Counted = { who: ['proved', 'new'], methods: 'later' }

/** Every limit of unpaid stock, in the order in which they refuse. Accounts of one mailbox count as one. */
export const holdLimits = {
	account: { ...everyone, of: 'buyer', orders: 'limite_ordenes_abiertas', units: 'limite_unidades_abiertas' },
	phone: { ...everyone, of: 'buyer', orders: 'limite_ordenes_abiertas', units: 'limite_unidades_abiertas' },
	network_new: { ...newLater, of: 'network', orders: 'limite_ordenes_red', units: 'limite_unidades_red' },
	network_all: { ...unpaidAll, of: 'network', orders: 'limite_ordenes_red_todas', units: 'limite_unidades_red_todas' },
	color_new: { ...newLater, of: 'color', percent: 'limite_parte_sin_confirmar' },
	color_all: { ...unpaidLater, of: 'color', percent: 'limite_parte_sin_pagar' },
} as const satisfies Record<
	string,
	Counted &
		(
			| { of: 'buyer' | 'network'; orders: keyof Settings; units: keyof Settings }
			| { of: 'color'; percent: keyof Settings }
		)
>

type LimitOf<Of> = {
	[K in keyof typeof holdLimits]: (typeof holdLimits)[K]['of'] extends Of ? K : never
}[keyof typeof holdLimits]
export type OrderLimit = LimitOf<'buyer' | 'network'>
export type ColorLimit = LimitOf<'color'>

/** The buyer of an unpaid order, and whether it is payable later. */
export interface HoldBuyer {
	readonly standing: Standing
	readonly isPaidLater: boolean
}

/** Whether a limit applies to a buyer's order. */
export function appliesTo(limit: OrderLimit | ColorLimit, { standing, isPaidLater }: HoldBuyer): boolean {
	const { who, methods }: Counted = holdLimits[limit]
	return who.includes(standing) && (methods === 'all' || isPaidLater)
}

/** Whether a limit counts an unpaid order. */
export const isCounted = (
	limit: OrderLimit | ColorLimit,
	{ standing, metodo_pago }: { readonly standing: Standing; readonly metodo_pago: MetodoPago },
): boolean => appliesTo(limit, { standing, isPaidLater: !isGatewayMethod(metodo_pago) })

const unitsText = (units: number) => (units === 1 ? '1 unidad' : `${units} unidades`)
const wayOut = 'Paga uno desde tus órdenes, o escríbenos para cancelarlo, y podrás hacer este.'
const fromNetwork =
	'Hay muchos pedidos sin pagar desde tu conexión. Prueba en una hora más o desde otra conexión, o escríbenos por WhatsApp.'

/**
 * The failure of an unpaid order of `units` more, given what is `held`: `limite_ordenes`,
 * `limite_unidades` and `confirma_correo`.
 */
export function ordersProblem(
	buyer: HoldBuyer,
	units: number,
	held: Readonly<Record<OrderLimit, Held>>,
	settings: Settings,
): Failure | undefined {
	for (const name of ['account', 'phone', 'network_new', 'network_all'] as const) {
		const limit = holdLimits[name]
		const [mostOrders, mostUnits] = [settings[limit.orders], settings[limit.units]]
		const isFull = held[name].orders >= mostOrders
		if (!appliesTo(name, buyer) || (!isFull && held[name].units + units <= mostUnits)) continue
		if (name === 'network_new') return fail('confirma_correo')
		if (name === 'network_all') return fail('limite_ordenes', { text: fromNetwork, extra: { limite: mostOrders } })
		if (!isFull) {
			const text = `Con tu cuenta o tu teléfono puedes tener hasta ${unitsText(mostUnits)} en pedidos sin pagar. ${wayOut}`
			return fail('limite_unidades', { text, extra: { limite: mostUnits } })
		}
		const pedidos = mostOrders === 1 ? '1 pedido' : `${mostOrders} pedidos`
		const text = `Ya hay ${pedidos} sin pagar con tu cuenta o tu teléfono. ${wayOut}`
		return fail('limite_ordenes', { text, extra: { limite: mostOrders } })
	}
	return undefined
}

/** Units of one colour: requested, in stock or reserved, and those reserved by each limit's accounts. */
export interface HeldColor extends Readonly<Record<ColorLimit, number>> {
	readonly color: string
	readonly wanted: number
	readonly all: number
}

/** Rejects units above the share of a colour. Fails with `confirma_correo` and `limite_ordenes`. */
export function shareProblem(buyer: HoldBuyer, colors: readonly HeldColor[], settings: Settings): Failure | undefined {
	for (const name of ['color_new', 'color_all'] as const) {
		const percent = settings[holdLimits[name].percent]
		const full = colors.find((held) => (held[name] + held.wanted) * 100 > held.all * percent)
		if (!full || !appliesTo(name, buyer)) continue
		if (name === 'color_new') return fail('confirma_correo')
		const text = `Ya hay muchas unidades de ${full.color} reservadas sin pagar. Elige otro medio de pago, prueba un poco más tarde o escríbenos por WhatsApp.`
		return fail('limite_ordenes', { text, extra: { limite: percent } })
	}
	return undefined
}
