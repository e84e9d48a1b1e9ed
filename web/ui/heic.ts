/** What to do about a photo of an iPhone that most browsers and the shop cannot read. */
export const heicText =
	'Esa foto es HEIC y no se puede leer. En el iPhone elige Ajustes › Cámara › Formatos › Más compatible y tómala otra vez, o envía una captura de pantalla.'

/** Whether a chosen file is HEIC or HEIF. Systems that do not know the kind name it by its ending alone. */
export const isHeic = ({ name, type }: { readonly name?: string; readonly type: string }): boolean =>
	/^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name ?? '')
