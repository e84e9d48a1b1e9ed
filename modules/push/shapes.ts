import { z } from 'zod'
import { maxPushDevices } from '#core/rules/limits.ts'
import { alertKinds } from '#core/rules/staff-panel.ts'
import { pushOutcomes } from '#modules/push/push-notices.ts'

const kinds = z.array(z.enum(alertKinds)).max(alertKinds.length).describe('kinds of notices that the device gets')
const base64Url = (bytes: number) => {
	const letters = Math.ceil((bytes * 4) / 3)
	return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${letters}}$`), `${bytes} bytes in base64url`)
}

/** A subscription as the browser's `PushSubscription.toJSON()` writes it. */
const subscription = z.object({
	endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
	keys: z.object({ p256dh: base64Url(65), auth: base64Url(16) }),
})

export const pushDevice = z.object({
	id: z.uuid(),
	huella: z.string().describe('SHA-256 of its endpoint in base64url, by which a browser knows itself'),
	nombre: z.string(),
	tipos: kinds,
	created_at: z.string(),
	ultimo_ok_at: z.string().nullable().describe('when its push service last took a notice'),
	ultimo_fallo_at: z.string().nullable(),
})
export type PushDevice = z.infer<typeof pushDevice>

export const pushDevicesAnswer = z.object({
	clave_publica: z.string().describe('applicationServerKey, in base64url'),
	dispositivos: z.array(pushDevice).max(maxPushDevices),
})
export type PushDevicesAnswer = z.infer<typeof pushDevicesAnswer>

export const savePushDeviceRequest = subscription.extend({ tipos: kinds })
export type SavePushDeviceRequest = z.output<typeof savePushDeviceRequest>

export const changePushKindsRequest = z.object({ tipos: kinds })

/** The push service's answer; `estado` is its HTTP status, null without one. */
export const testPushAnswer = z.object({ resultado: z.enum(pushOutcomes), estado: z.int().nullable() })
export type TestPushAnswer = z.infer<typeof testPushAnswer>

export const renewPushRequest = z.object({
	anterior: z.object({ endpoint: z.string().max(1_000), auth: base64Url(16) }),
	nueva: subscription,
})
export type RenewPushRequest = z.output<typeof renewPushRequest>
