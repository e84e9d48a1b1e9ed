/** The customer's text for a colour without stock. */
export const outOfStockText = (color: string): string => `No hay stock disponible para el color ${color}.`

/** The rest of a short colour: `Quedan solo 3 unidades`. `units`: at least one. */
export const unitsLeftText = (units: number): string =>
	units === 1 ? 'Queda solo 1 unidad' : `Quedan solo ${units} unidades`
