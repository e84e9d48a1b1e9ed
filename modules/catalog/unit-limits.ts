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

/** The customer's sentence for an order above a limit. `limite` is that limit. */
export interface LimitRefusal {
	readonly text: string
	readonly limite: number
}

const moreByMail = 'Si necesitas más, escríbenos y lo vemos contigo.'

/** The problem of lines above the units of one order, of one colour or in all; undefined for unknown limits too. */
export function unitsProblem(
	lines: readonly { readonly cantidad: number }[],
	limits: UnitLimits | undefined,
): LimitRefusal | undefined {
	if (!limits) return undefined
	const { limite_unidades_linea: perLine, limite_unidades_orden: perOrder } = limits
	if (lines.some(({ cantidad }) => cantidad > perLine)) {
		const text = `Puedes llevar hasta ${unitsText(perLine)} de cada color en un pedido. ${moreByMail}`
		return { text, limite: perLine }
	}
	const units = lines.reduce((sum, { cantidad }) => sum + cantidad, 0)
	if (units <= perOrder) return undefined
	const text = `Puedes llevar hasta ${unitsText(perOrder)} en un pedido. ${moreByMail}`
	return { text, limite: perOrder }
}

const unitsText = (units: number) => (units === 1 ? '1 unidad' : `${units} unidades`)
