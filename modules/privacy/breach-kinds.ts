/** The kinds of data that a breach may have shown, as the owner chooses them. */
export const breachKinds = {
	cuentas: 'Cuentas',
	ordenes: 'Órdenes y direcciones',
	comprobantes: 'Comprobantes de transferencia',
	ingresos: 'Ingresos y sesiones',
	entregas: 'Quién recibió y fotos de entrega',
	avisos: 'Avisos de stock pedidos',
} as const
export type BreachKind = keyof typeof breachKinds
