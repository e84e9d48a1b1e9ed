/** Where the browser keeps the orders that left for a gateway; every page reads whether there are any. */
export const unpaidKey = 'ordenes_por_pagar'
