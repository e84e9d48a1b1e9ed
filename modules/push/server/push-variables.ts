import { z } from 'zod'
import { variableGroup } from '#core/server/platform/variable-group.ts'
import { vapidPairOf } from '#modules/push/server/vapid-keys.ts'

function isVapidKey(text: string): boolean {
	try {
		return /^[\w-]{43}$/.test(text) && vapidPairOf(text).publicKey !== ''
	} catch {
		// The key has to be below the order of the curve.
		return false
	}
}

export const pushVariables = variableGroup({
	variables: {
		VAPID_PRIVATE_KEY: z
			.string()
			.refine(isVapidKey, 'debe ser una llave privada VAPID: 43 caracteres en base64url')
			.optional(),
	},
})
