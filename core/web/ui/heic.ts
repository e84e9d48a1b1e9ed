/** Advice for a HEIC photo, which most browsers and the shop cannot read. */
export const heicText =
	'Esa foto es HEIC y no se puede leer. En el iPhone elige Ajustes › Cámara › Formatos › Más compatible y tómala otra vez, o envía una captura de pantalla.'

/** Returns whether a file is HEIC or HEIF. Some systems set no type, only the extension. */
export const isHeic = ({ name, type }: { readonly name?: string; readonly type: string }): boolean =>
	/^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name ?? '')
