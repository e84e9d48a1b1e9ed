import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { readEmail } from '#domain/accounts/email-address.ts'
import { brokenPasswordRule, maxPasswordCharacters, minPasswordCharacters } from '#domain/accounts/password-rules.ts'
import { region } from '#domain/delivery/region.ts'
import { type GatewayMethod, gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { normalizeCoupon } from '#domain/orders/totals.ts'
import type { SettingKey, settingOfVariable } from '#domain/settings/settings.ts'
import { brokenNewPasswordRule } from '#server/accounts/new-password-rule.ts'
import type { DatabaseAddresses } from '#server/db/database.ts'
import { mapsProviderNames } from '#server/delivery/maps/maps.ts'
import { databaseAddresses } from '#server/environment/database-addresses.ts'
import { demoProblem } from '#server/environment/demo-problem.ts'
import { gatewayVariables } from '#server/environment/gateway-variables.ts'
import { demoSettings, fixedSettings, ownerVariables } from '#server/environment/owner-variables.ts'
import { areNarrow, areNetworks } from '#server/environment/proxy-networks.ts'
import { type TaxSettings, taxSettings, taxVariables } from '#server/environment/tax-settings.ts'
import { unknownNames } from '#server/environment/unknown-names.ts'
import { unsafeSettings } from '#server/environment/unsafe-settings.ts'
import { vapidPairOf } from '#server/push/vapid-keys.ts'

/** The environment is wrong; the message names every variable that is, in one line each. */
export class EnvironmentError extends Error {
	override readonly name = 'EnvironmentError'
}

const text = z.string().trim().min(1, 'no puede estar vacía')
const url = z
	.url({ protocol: /^https?$/, error: 'debe ser una dirección http(s)' })
	.transform((u) => u.replace(/\/+$/, ''))
/** Whether an address names a site and nothing in it, nor who asks. */
function isOnlyOrigin(address: string): boolean {
	const { username, password, pathname, search, hash } = new URL(address)
	return pathname === '/' && username + password + search + hash === ''
}

const degrees = (from: number, to: number) => {
	const between = `va de ${from} a ${to}, dentro de la Región Metropolitana`
	return z.coerce.number('debe ser un número').min(from, between).max(to, between)
}

const signsInPassword = 'con los signos de la contraseña escritos como %2F (/), %23 (#), %3F (?) o %40 (@)'

/** Whether the database's driver can read this address; one of a socket names no server. */
function canBeReached(address: string): boolean {
	return URL.canParse(address) || URL.canParse(address.replace('@/', '@socket/'))
}

const databaseAddress = z
	.string()
	.regex(/^postgres(ql)?:\/\//, 'debe empezar con postgres://')
	.refine(canBeReached, `debe ser como postgres://usuario:contraseña@servidor:5432/base, ${signsInPassword}`)

function isVapidKey(text: string): boolean {
	try {
		return /^[\w-]{43}$/.test(text) && vapidPairOf(text).publicKey !== ''
	} catch {
		// No number below the order of the curve.
		return false
	}
}

const wholeCalls = 'debe ser un número entero de llamadas, 1 o más'

const schema = z.object({
	SHOP_MODE: z.enum(['demo', 'production'], "debe ser 'demo' o 'production'").default('demo'),
	PORT: z.coerce
		.number('debe ser un número de puerto')
		.int('debe ser un número de puerto')
		.min(1, 'va de 1 a 65535')
		.max(65_535, 'va de 1 a 65535')
		.default(3000),
	HOST: text.default('localhost'),
	PUBLIC_URL: url.refine(isOnlyOrigin, 'debe ser solo la dirección del sitio, sin ruta ni parámetros').optional(),
	DATA_DIR: text.default('./data'),
	DATABASE_URL: databaseAddress.optional(),
	DATABASE_DIRECT_URL: databaseAddress.optional(),
	SECRET_KEY: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
	SECRET_KEY_PREVIOUS: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
	VAPID_PRIVATE_KEY: z
		.string()
		.refine(isVapidKey, 'debe ser una llave privada VAPID: 43 caracteres en base64url')
		.optional(),
	LOG_LEVEL: z
		.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'debe ser fatal, error, warn, info, debug o silent')
		.default('info'),
	TRUSTED_PROXIES: text
		.refine(areNetworks, 'debe ser una lista de direcciones IP o redes separadas por comas')
		.refine(areNarrow, 'abarca medio internet: escribe solo las direcciones de tus proxies')
		.optional(),
	METRICS_TOKEN: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
	STAFF_EMAIL: z
		.string()
		.refine((email) => readEmail(email) !== undefined, 'debe ser un correo')
		.default('staff@premiumshaker.cl'),
	STAFF_PASSWORD: z
		.string()
		.refine(
			(password) => brokenPasswordRule(password) === undefined,
			`debe tener de ${minPasswordCharacters} a ${maxPasswordCharacters} caracteres`,
		)
		.optional(),
	STAFF_SECOND_FACTOR: z.enum(['opcional', 'obligatorio'], "debe ser 'opcional' u 'obligatorio'").default('opcional'),
	DISCOUNT_CODE: text.optional(),
	...ownerVariables,
	SHOP_LAT: degrees(region.south, region.north).optional(),
	SHOP_LON: degrees(region.west, region.east).optional(),
	MERCADOPAGO_ACCESS_TOKEN: text.optional(),
	MERCADOPAGO_WEBHOOK_SECRET: text.optional(),
	MERCADOPAGO_API_URL: url.optional(),
	FLOW_API_KEY: text.optional(),
	FLOW_SECRET_KEY: text.optional(),
	FLOW_API_URL: url.optional(),
	WEBPAY_COMMERCE_CODE: text.optional(),
	WEBPAY_API_KEY: text.optional(),
	WEBPAY_API_URL: url.optional(),
	...taxVariables,
	GOOGLE_CLIENT_ID: text.optional(),
	GOOGLE_JWKS_URL: url.optional(),
	GOOGLE_SCRIPT_URL: url.optional(),
	MAPS_PROVIDER: z.enum(mapsProviderNames, 'debe ser embedded, google u osm').default('embedded'),
	GOOGLE_MAPS_KEY: text.optional(),
	GOOGLE_MAPS_DAILY_CALLS: z.coerce.number(wholeCalls).int(wholeCalls).min(1, wholeCalls).default(5000),
	PHOTON_URL: url.optional(),
	OSRM_URL: url.optional(),
	INSTAGRAM_TOKEN: text.optional(),
	INSTAGRAM_API_URL: url.optional(),
	SMTP_URL: z
		.string()
		.regex(/^smtps?:\/\//, 'debe empezar con smtp:// o smtps://')
		.refine(
			(u) => URL.canParse(u) && new URL(u).hostname !== '',
			`debe ser como smtps://usuario:contraseña@servidor:465, ${signsInPassword}`,
		)
		.optional(),
	MAIL_FROM: text
		.refine(
			(from) => z.email().safeParse(/<([^<>]+)>$/.exec(from)?.[1] ?? from).success,
			'debe tener un correo, como Tienda <hola@tienda.cl>',
		)
		.default('Premium Shaker <hola@premiumshaker.cl>'),
	S3_BUCKET: text.optional(),
	S3_ENDPOINT: url.optional(),
	S3_REGION: text.optional(),
	S3_ACCESS_KEY_ID: text.optional(),
	S3_SECRET_ACCESS_KEY: text.optional(),
})

type Variables = z.output<typeof schema>

/** What production cannot do without: there a made-up value would be a lie to customers or a hole. */
const neededInProduction = [
	'DATABASE_URL',
	'PUBLIC_URL',
	'SECRET_KEY',
	'STAFF_EMAIL',
	'STAFF_PASSWORD',
	'SMTP_URL',
	'MAIL_FROM',
] as const satisfies readonly (keyof Variables)[]

/** Variables that only make sense together. */
const groups = [
	...Object.values(gatewayVariables).map(({ credentials }) => credentials),
	['SHOP_LAT', 'SHOP_LON'],
	['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const satisfies readonly (readonly (keyof Variables)[])[]

/** The checked environment: the variables as they are, with what follows from several of them. */
export interface Environment
	extends Omit<
		Variables,
		'PUBLIC_URL' | 'DATA_DIR' | 'DISCOUNT_CODE' | keyof typeof settingOfVariable | keyof typeof taxVariables
	> {
	readonly isDemo: boolean
	readonly publicUrl: string
	/** undefined: the embedded database. */
	readonly database: DatabaseAddresses | undefined
	/** Absolute. */
	readonly dataDir: string
	/** The gateways that have their credentials; in a demonstration all. */
	readonly gateways: readonly GatewayMethod[]
	/** Trimmed and in upper case. */
	readonly discountCode: string | undefined
	/** What it says of the owner's settings, as texts of these. */
	readonly fixedSettings: ReadonlyMap<SettingKey, string>
	/** What these begin with: in production nothing, that is for the owner to say. */
	readonly initialSettings: ReadonlyMap<SettingKey, string>
	readonly tax: TaxSettings
}

/**
 * Reads the environment, which nothing else does. Empty counts as unset. Throws EnvironmentError naming each wrong variable.
 */
export function readEnvironment(raw: Readonly<Record<string, string | undefined>>): Environment {
	const given = Object.fromEntries(
		Object.entries(raw).filter(([, value]) => value !== undefined && value.trim() !== ''),
	)
	const parsed = schema.safeParse(given)
	if (!parsed.success) {
		fail(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
	}
	const variables = parsed.data
	const isDemo = variables.SHOP_MODE === 'demo'
	const exposure = isDemo ? demoProblem({ ...variables, SHOP_MODE: given.SHOP_MODE }) : undefined
	if (exposure !== undefined) fail([exposure])
	const problems: string[] = []
	for (const group of groups) {
		const missing = group.filter((name) => given[name] === undefined)
		if (missing.length > 0 && missing.length < group.length) {
			problems.push(
				`${missing.join(', ')} falta: va junto con ${group.filter((name) => !missing.includes(name)).join(', ')}`,
			)
		}
	}
	if (variables.DATABASE_DIRECT_URL && !variables.DATABASE_URL) {
		problems.push('DATABASE_URL falta: DATABASE_DIRECT_URL es la misma base sin pasar por el pool que ella nombra')
	}
	if (!isDemo) problems.push(...productionProblems(given, variables))
	if (!isDemo && variables.MAPS_PROVIDER === 'google' && !variables.GOOGLE_MAPS_KEY) {
		problems.push('GOOGLE_MAPS_KEY falta: MAPS_PROVIDER=google la necesita')
	}
	if (!isDemo && variables.MAPS_PROVIDER === 'osm' && !(variables.PHOTON_URL && variables.OSRM_URL)) {
		problems.push('PHOTON_URL y OSRM_URL faltan: MAPS_PROVIDER=osm las necesita')
	}
	const tax = taxSettings(variables, isDemo, problems)
	if (problems.length > 0) fail(problems)
	const { DATA_DIR, DISCOUNT_CODE = isDemo ? 'SHAKER5000' : undefined } = variables
	return {
		...variables,
		isDemo,
		database: databaseAddresses(variables),
		publicUrl: variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
		dataDir: isAbsolute(DATA_DIR) ? DATA_DIR : resolve(DATA_DIR),
		gateways: gatewayMethods.filter((name) => isDemo || variables[gatewayVariables[name].credentials[0]] !== undefined),
		discountCode: DISCOUNT_CODE === undefined ? undefined : normalizeCoupon(DISCOUNT_CODE),
		fixedSettings: fixedSettings(variables),
		initialSettings: isDemo ? demoSettings : new Map(),
		tax,
	}
}

/** Says which given names are probably misspelled ones of these, in a sentence each: their values are read by nothing. */
export const misspelledNames = (raw: Readonly<Record<string, string | undefined>>): string[] =>
	unknownNames(raw, Object.keys(schema.shape))

function fail(problems: readonly string[]): never {
	throw new EnvironmentError(problems.join('; '))
}

function productionProblems(given: Readonly<Record<string, string | undefined>>, variables: Variables): string[] {
	const problems = neededInProduction
		.filter((name) => given[name] === undefined)
		.map((name) => `${name} falta: es obligatoria con SHOP_MODE=production`)
	if (variables.PUBLIC_URL && !variables.PUBLIC_URL.startsWith('https://')) {
		problems.push('PUBLIC_URL debe empezar con https:// con SHOP_MODE=production')
	}
	const owner = { email: variables.STAFF_EMAIL, first_name: '', last_name: '' }
	if (variables.STAFF_PASSWORD && brokenNewPasswordRule(variables.STAFF_PASSWORD, owner) === 'clave_comun') {
		problems.push(
			'STAFF_PASSWORD es fácil de adivinar: usa varias palabras que nadie juntaría, sin tu correo ni la tienda',
		)
	}
	if (variables.GOOGLE_JWKS_URL || variables.GOOGLE_SCRIPT_URL) {
		problems.push('GOOGLE_JWKS_URL y GOOGLE_SCRIPT_URL no se pueden cambiar con SHOP_MODE=production')
	}
	return [...problems, ...unsafeSettings(variables)]
}
