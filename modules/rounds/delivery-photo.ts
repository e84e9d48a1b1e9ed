/** Whether a courier takes a photo of the delivery, or of the door after a failed attempt. */
export const photoModes = { nunca: 'Nunca', opcional: 'Opcional', pedida: 'Se pide' } as const
export type PhotoMode = keyof typeof photoModes

/** The longest side of an uploaded photo, in pixels, and its quality: enough to recognise a parcel and a door. */
export const photoSide = 1600
export const photoBytes = 400_000
/** The largest accepted photo, for phones that shrink worse. */
export const maxDeliveryPhotoBytes = 2_000_000
export const photosPerStop = 3

/**
 * Days for which a delivery's photo and recipient are stored: the longest of a payment's dispute and the legal
 * warranty.
 */
export const deliveryProofDays = 190

/** The size of a photo scaled down to fit. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, photoSide / Math.max(width, height))
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
