export const stockReasons = ['inicial', 'venta', 'devolucion', 'ajuste'] as const
