import type { ReadKeptFiles } from '#core/server/files/files.ts'
import { filesOfDeliveries } from '#modules/rounds/server/delivery-photos.ts'

/** The files that modules keep for their rows; a backup has them. */
export const keptFiles: readonly ReadKeptFiles[] = [filesOfDeliveries]
