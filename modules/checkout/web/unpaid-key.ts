/** localStorage key of the orders that left for a gateway; every page checks it. */
export const unpaidKey = 'ordenes_por_pagar'
