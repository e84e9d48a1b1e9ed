import type { PushServices } from '#server/push/push-services.ts'
import type { VapidKeys } from '#server/push/vapid-keys.ts'

/** What Web Push is sent with. */
export interface PushSetup {
	readonly keys: VapidKeys
	/** Whom a push service can turn to: an `https:` or `mailto:` address. */
	readonly contact: string
	readonly services: PushServices
	/** Where the panel is reached. */
	readonly publicUrl: string
}

export interface PushContext {
	readonly push: PushSetup
}
