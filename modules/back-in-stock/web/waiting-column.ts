import type { StockOutlook } from '#modules/catalog/staff/shapes.ts'

/** How many wait for a colour, beside the day to order more. */
export const waitingColumn = {
	head: 'Esperan',
	cell: ({ esperan }: StockOutlook) => esperan,
	isNumber: true,
} as const
