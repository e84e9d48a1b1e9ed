import { join } from 'node:path'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { type Demo, demoCommerceCode, demoMapsKey } from '#core/server/environment/demo.ts'
import { createFolderFiles, createS3Files, type Files, type S3Bucket } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { KeyedProvider, ReportKey } from '#core/server/platform/provider-key.ts'
import type { MapsBudget } from '#modules/delivery/server/maps/call-maps.ts'
import type { MapsProvider, Position } from '#modules/delivery/server/maps/maps.ts'
import { createMaps } from '#modules/delivery/server/maps/maps-at-shop.ts'
import type { Environment } from '#modules/lists/environment.ts'
import { createFlow } from '#modules/payments/server/flow/flow.ts'
import type { Gateway } from '#modules/payments/server/gateways/gateway.ts'
import { createMercadoPago } from '#modules/payments/server/mercadopago/mercadopago.ts'
import { createWebpay } from '#modules/payments/server/webpay/webpay.ts'

/** The store of the environment: its bucket, else the folder `archivos` in `dataDir`. */
export function openFiles(env: Environment, clock: Clock, onKey?: ReportKey): Files {
	const bucket = bucketOf(env)
	return bucket ? createS3Files({ ...bucket, clock, onKey }) : createFolderFiles(join(env.dataDir, 'archivos'))
}

function bucketOf(env: Environment): S3Bucket | undefined {
	const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
	if (!S3_BUCKET || !S3_ENDPOINT || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
	return {
		bucket: S3_BUCKET,
		endpoint: S3_ENDPOINT,
		region: S3_REGION,
		accessKeyId: S3_ACCESS_KEY_ID,
		secretAccessKey: S3_SECRET_ACCESS_KEY,
	}
}

/** The configured gateways by name. In a demo they call their simulators with invented credentials. */
export function openGateways(
	env: Environment,
	demo: Demo | undefined,
	reportKey?: (gateway: KeyedProvider) => ReportKey,
): ReadonlyMap<GatewayMethod, Gateway> {
	const open: Record<GatewayMethod, () => Gateway> = {
		mercadopago: () =>
			createMercadoPago({
				accessToken: env.MERCADOPAGO_ACCESS_TOKEN ?? demo?.secrets.mercadopagoToken ?? '',
				webhookSecret: env.MERCADOPAGO_WEBHOOK_SECRET ?? demo?.secrets.mercadopagoWebhookSecret ?? '',
				apiUrl: apiUrl(
					env.MERCADOPAGO_API_URL,
					env.MERCADOPAGO_ACCESS_TOKEN,
					'mercadopago',
					'https://api.mercadopago.com',
				),
				publicUrl: env.publicUrl,
				onKey: reportKey?.('mercadopago'),
			}),
		flow: () =>
			createFlow({
				apiKey: env.FLOW_API_KEY ?? demo?.secrets.flowApiKey ?? '',
				secretKey: env.FLOW_SECRET_KEY ?? demo?.secrets.flowSecretKey ?? '',
				apiUrl: apiUrl(env.FLOW_API_URL, env.FLOW_API_KEY, 'flow/api', 'https://www.flow.cl/api'),
				publicUrl: env.publicUrl,
				onKey: reportKey?.('flow'),
			}),
		webpay: () =>
			createWebpay({
				commerceCode: env.WEBPAY_COMMERCE_CODE ?? demoCommerceCode,
				apiKey: env.WEBPAY_API_KEY ?? demo?.secrets.webpayApiKey ?? '',
				apiUrl: apiUrl(env.WEBPAY_API_URL, env.WEBPAY_COMMERCE_CODE, 'webpay', 'https://webpay3g.transbank.cl'),
				publicUrl: env.publicUrl,
				onKey: reportKey?.('webpay'),
			}),
	}

	/** A simulator only without a configured address or credentials. */
	function apiUrl(chosen: string | undefined, credential: string | undefined, simulator: string, real: string): string {
		return chosen ?? (demo && credential === undefined ? `${demo.simulatorsUrl}/${simulator}` : real)
	}
	return new Map(env.gateways.map((name) => [name, open[name]()]))
}

/** The maps provider of the environment; in a demo, unconfigured Google and open-stack services are simulators. */
export function openMaps(
	{ env, demo, budget, onKey }: { env: Environment; demo?: Demo | undefined; budget?: MapsBudget; onKey?: ReportKey },
	shop: Position,
): MapsProvider {
	const isSimulated = demo && env.GOOGLE_MAPS_KEY === undefined
	return createMaps({
		provider: env.MAPS_PROVIDER,
		budget,
		onKey,
		shop,
		googleMapsKey: env.GOOGLE_MAPS_KEY ?? (demo && demoMapsKey),
		googleMapsUrl: isSimulated ? `${demo.simulatorsUrl}/google-maps` : undefined,
		photonUrl: env.PHOTON_URL ?? (demo && `${demo.simulatorsUrl}/osm/photon`),
		osrmUrl: env.OSRM_URL ?? (demo && `${demo.simulatorsUrl}/osm/osrm`),
	})
}
