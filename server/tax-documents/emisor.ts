/** The company that sells, as every document names it. */
export interface Emisor {
	/** `12345678-9`, without dots. */
	readonly rut: string
	readonly razon_social: string
	readonly giro: string
	/** Code of its economic activity. */
	readonly acteco: number
	readonly direccion: string
	readonly comuna: string
}
