/** The selling company on every document. */
export interface Emisor {
	/** `12345678-9`, without dots. */
	readonly rut: string
	readonly razon_social: string
	readonly giro: string
	readonly acteco: number
	readonly direccion: string
	readonly comuna: string
}
