/** Whether a courier takes a photo of what was delivered, or of the door where nobody was. */
export const photoModes = { nunca: 'Nunca', opcional: 'Opcional', pedida: 'Se pide' } as const
export type PhotoMode = keyof typeof photoModes

/** The longest side of a photo, in pixels, and how much the phone sends of it: enough to tell a parcel and a door. */
export const photoSide = 1600
export const photoBytes = 400_000
/** The largest that the shop reads, from phones that shrink worse. */
export const maxDeliveryPhotoBytes = 2_000_000
/** So many photos one stop has at most. */
export const photosPerStop = 3

/** For how many days the shop keeps a delivery's photo and who took it: as long as a payment can be disputed or the legal warranty lasts. */
export const deliveryProofDays = 190

/** The size at which a photo is drawn: as it is, or as large as fits. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, photoSide / Math.max(width, height))
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
