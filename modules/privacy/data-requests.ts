/** The rights that a person can claim of the shop (Ley 21.719). */
export const dataRights = ['acceso', 'rectificacion', 'supresion', 'oposicion', 'portabilidad', 'bloqueo'] as const
export type DataRight = (typeof dataRights)[number]

const names: Readonly<Record<DataRight, string>> = {
	acceso: 'Acceso',
	rectificacion: 'Rectificación',
	supresion: 'Supresión',
	oposicion: 'Oposición',
	portabilidad: 'Portabilidad',
	bloqueo: 'Bloqueo',
}
export const dataRightText = (derecho: DataRight): string => names[derecho]

const meanings: Readonly<Record<DataRight, string>> = {
	acceso: 'saber qué datos míos tienen',
	rectificacion: 'corregir un dato',
	supresion: 'borrar datos',
	oposicion: 'que no usen mis datos para algo',
	portabilidad: 'llevarme mis datos',
	bloqueo: 'que dejen de usarlos por un tiempo',
}
/** A right with what it means to the person. */
export const dataRightMeaning = (derecho: DataRight): string => `${names[derecho]}: ${meanings[derecho]}`
