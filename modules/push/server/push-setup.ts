import type { PushServices } from '#modules/push/server/push-services.ts'
import type { VapidKeys } from '#modules/push/server/vapid-keys.ts'

/** Dependencies of Web Push. */
export interface PushSetup {
	readonly keys: VapidKeys
	/** The contact for push services: an `https:` or `mailto:` address. */
	readonly contact: string
	readonly services: PushServices
	/** The public address of the panel. */
	readonly publicUrl: string
}

export interface PushContext {
	readonly push: PushSetup
}
