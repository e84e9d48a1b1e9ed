/** A customer's phone in the panel, with the data of the order that it is shown for. */
export interface Contact {
	readonly telefono: string
	/** As the customer wrote it, maybe empty. */
	readonly nombre: string
	readonly nro_orden: number
	/** CLP: the order's total, or at a stop what is to be collected. */
	readonly total: number
	/** The address, or the pickup place. */
	readonly lugar: string
}
