/** Why units came into stock or left it. */
export const stockReasons = ['inicial', 'venta', 'devolucion', 'ajuste'] as const
