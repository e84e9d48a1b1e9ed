/** What customers read of a colour of which nothing is left. */
export const outOfStockText = (color: string): string => `No hay stock disponible para el color ${color}.`

/** How much is left of a colour that somebody wanted more of: `Quedan solo 3 unidades`. `units`: at least one. */
export const unitsLeftText = (units: number): string =>
	units === 1 ? 'Queda solo 1 unidad' : `Quedan solo ${units} unidades`
