/** Maximum of units of an order, of one colour and in all. */
export interface UnitLimits {
	readonly limite_unidades_linea: number
	readonly limite_unidades_orden: number
}

/** The limits of one order from all settings, for pages. */
export const unitLimitsOf = ({ limite_unidades_linea, limite_unidades_orden }: UnitLimits): UnitLimits => ({
	limite_unidades_linea,
	limite_unidades_orden,
})

/** Maximum of unpaid orders and units of one account, or one phone. */
interface OpenLimits {
	readonly limite_ordenes_abiertas: number
	readonly limite_unidades_abiertas: number
}

/** The customer's sentence for an order above a limit. `limite` is that limit. */
export interface LimitRefusal {
	readonly code: 'limite_unidades' | 'limite_ordenes'
	readonly text: string
	readonly limite: number
}

const moreByMail = 'Si necesitas más, escríbenos y lo vemos contigo.'
const wayOut = 'Paga uno desde tus órdenes, o escríbenos para cancelarlo, y podrás hacer este.'

/** Rejects lines above the units of one order, of one colour or in all. Unknown limits reject nothing. */
export function refuseUnits(
	lines: readonly { readonly cantidad: number }[],
	limits: UnitLimits | undefined,
): LimitRefusal | undefined {
	if (!limits) return undefined
	const { limite_unidades_linea: perLine, limite_unidades_orden: perOrder } = limits
	if (lines.some(({ cantidad }) => cantidad > perLine)) {
		const text = `Puedes llevar hasta ${unitsText(perLine)} de cada color en un pedido. ${moreByMail}`
		return { code: 'limite_unidades', text, limite: perLine }
	}
	const units = lines.reduce((sum, { cantidad }) => sum + cantidad, 0)
	if (units <= perOrder) return undefined
	const text = `Puedes llevar hasta ${unitsText(perOrder)} en un pedido. ${moreByMail}`
	return { code: 'limite_unidades', text, limite: perOrder }
}

/** Unpaid orders with reserved stock, and their units. */
export interface OpenOrders {
	readonly orders: number
	readonly units: number
}

/**
 * Rejects an unpaid order above the limits, given the `open` ones. Account and phone count apart, so that a new one of
 * either gains nothing.
 */
export function refuseOpen(units: number, open: readonly OpenOrders[], limits: OpenLimits): LimitRefusal | undefined {
	const { limite_ordenes_abiertas: mostOrders, limite_unidades_abiertas: mostUnits } = limits
	if (open.some(({ orders }) => orders >= mostOrders)) {
		const pedidos = mostOrders === 1 ? '1 pedido' : `${mostOrders} pedidos`
		const text = `Ya hay ${pedidos} sin pagar con tu cuenta o tu teléfono. ${wayOut}`
		return { code: 'limite_ordenes', text, limite: mostOrders }
	}
	if (open.every((held) => held.units + units <= mostUnits)) return undefined
	const text = `Con tu cuenta o tu teléfono puedes tener hasta ${unitsText(mostUnits)} en pedidos sin pagar. ${wayOut}`
	return { code: 'limite_unidades', text, limite: mostUnits }
}

/** Limits of unpaid transfer and cash orders of accounts without a verified e-mail address. */
export interface UnprovedLimits {
	readonly limite_ordenes_red: number
	readonly limite_unidades_red: number
	/** Percent of a colour's units, in stock and reserved, that all of them may reserve together. */
	readonly limite_parte_sin_confirmar: number
}

/** Whether an order of `units` more exceeds the limit of a network with the `open` ones. */
export const isNetworkFull = (units: number, open: OpenOrders, limits: UnprovedLimits): boolean =>
	open.orders >= limits.limite_ordenes_red || open.units + units > limits.limite_unidades_red

/** Units of one colour: in stock, in unpaid orders, and those of the latter reserved by unproved accounts. */
interface ColorUnits {
	readonly stock: number
	readonly held: number
	readonly unproved: number
}

/** Whether `units` more of a colour exceed the share of all unproved accounts. */
export const isShareFull = (
	units: number,
	color: ColorUnits,
	{ limite_parte_sin_confirmar }: UnprovedLimits,
): boolean => (color.unproved + units) * 100 > (color.stock + color.held) * limite_parte_sin_confirmar

const unitsText = (units: number) => (units === 1 ? '1 unidad' : `${units} unidades`)
