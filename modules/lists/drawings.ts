import { drawListed } from '#modules/found/server/draw-listed.ts'
import { drawBottle } from '#modules/photos-and-colors/server/bottle-pictures.ts'

type Draw = (photo: Buffer, maxPixels: number) => Promise<readonly { name: string; bytes: Buffer }[] | undefined>

/**
 * What the decoder's process draws from one photo besides a smaller copy, by name: files, or undefined for a photo that
 * is too small.
 */
export const drawings: Readonly<Record<string, Draw>> = { bottle: drawBottle, listed: drawListed }
