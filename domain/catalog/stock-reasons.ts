/** Reasons of stock movements. */
export const stockReasons = ['inicial', 'venta', 'devolucion', 'ajuste'] as const
