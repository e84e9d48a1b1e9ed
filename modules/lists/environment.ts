import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { type GatewayMethod, gatewayMethods } from '#core/rules/payment-methods.ts'
import type { DatabaseAddresses } from '#core/server/db/database.ts'
import { demoProblem } from '#core/server/environment/demo.ts'
import {
	databaseAddresses,
	databaseVariables,
	fileVariables,
	isPlainlyNoSecret,
	mailVariables,
} from '#core/server/environment/variables.ts'
import {
	isThisMachine,
	text,
	url,
	type VariableGroup,
	type VariablesOf,
	variableGroup,
} from '#core/server/platform/variables.ts'
import { accountVariables } from '#modules/accounts/server/accounts.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import { mapVariables } from '#modules/delivery/server/maps/maps.ts'
import { moduleVariables } from '#modules/lists/variable-groups.ts'
import { gatewayVariables, variablesOfGateway } from '#modules/payments/server/gateways/gateway-variables.ts'
import { fixedSettings, ownerVariables } from '#modules/settings/server/owner-variables.ts'
import { demoSettings, type SettingKey } from '#modules/settings/settings.ts'
import { socialVariables } from '#modules/social/server/social-variables.ts'

/** The environment is invalid; the message names every invalid variable in a line of its own. */
export class EnvironmentError extends Error {
	override readonly name = 'EnvironmentError'
}

/** Whether an address is an origin, without path or user. */
function isOnlyOrigin(address: string): boolean {
	const { username, password, pathname, search, hash } = new URL(address)
	return pathname === '/' && username + password + search + hash === ''
}

/** Variables of address, storage and keys. */
const shopVariables = variableGroup({
	variables: {
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
		SECRET_KEY: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
		SECRET_KEY_PREVIOUS: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
		LOG_LEVEL: z
			.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'debe ser fatal, error, warn, info, debug o silent')
			.default('info'),
		TRUSTED_PROXIES: text
			.refine(areNetworks, 'debe ser una lista de direcciones IP o redes separadas por comas')
			.refine(areNarrow, 'abarca medio internet: escribe solo las direcciones de tus proxies')
			.optional(),
		METRICS_TOKEN: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
		DISCOUNT_CODE: text.optional(),
	},
	neededInProduction: ['PUBLIC_URL', 'SECRET_KEY'],
	problems({ PUBLIC_URL, SECRET_KEY, SECRET_KEY_PREVIOUS }, isDemo) {
		if (isDemo) return []
		const guessed = Object.entries({ SECRET_KEY, SECRET_KEY_PREVIOUS }).filter(
			([, key]) => key !== undefined && isPlainlyNoSecret(key),
		)
		return [
			...(PUBLIC_URL && !PUBLIC_URL.startsWith('https://')
				? ['PUBLIC_URL debe empezar con https:// con SHOP_MODE=production']
				: []),
			...guessed.map(
				([name]) => `${name} no es un secreto, se puede adivinar: escribe una que salga de openssl rand -hex 32`,
			),
		]
	},
})

/** Every variable of the shop, each group beside the code that uses it. */
const groups = [
	shopVariables,
	databaseVariables,
	accountVariables,
	ownerVariables,
	gatewayVariables,
	mapVariables,
	socialVariables,
	mailVariables,
	fileVariables,
	...moduleVariables,
] as const

const schema = z.object(Object.assign({}, ...groups.map(({ variables }) => variables)) as VariablesOf<typeof groups>)

type Variables = z.output<typeof schema>

/** The validated environment: the variables, and values derived from several of them. */
export interface Environment
	extends Omit<Variables, 'PUBLIC_URL' | 'DATA_DIR' | 'DISCOUNT_CODE' | keyof typeof ownerVariables.variables> {
	readonly isDemo: boolean
	readonly publicUrl: string
	/** undefined: the embedded database. */
	readonly database: DatabaseAddresses | undefined
	/** Absolute. */
	readonly dataDir: string
	/** The gateways with credentials; in a demo all. */
	readonly gateways: readonly GatewayMethod[]
	/** Trimmed and in upper case. */
	readonly discountCode: string | undefined
	/** The owner's settings fixed by the environment, as texts. */
	readonly fixedSettings: ReadonlyMap<SettingKey, string>
	/** Initial values of the settings: empty in production, where the owner sets them. */
	readonly initialSettings: ReadonlyMap<SettingKey, string>
}

/**
 * Reads the environment; no other code does. Empty counts as unset. Throws EnvironmentError naming each invalid
 * variable.
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
	const problems = groups.flatMap((group) => problemsOf(group, given, variables))
	if (problems.length > 0) fail(problems)
	const { DATA_DIR, DISCOUNT_CODE = isDemo ? 'SHAKER5000' : undefined } = variables
	return {
		...variables,
		isDemo,
		database: databaseAddresses(variables),
		publicUrl: variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
		dataDir: isAbsolute(DATA_DIR) ? DATA_DIR : resolve(DATA_DIR),
		gateways: gatewayMethods.filter(
			(name) => isDemo || variables[variablesOfGateway[name].credentials[0]] !== undefined,
		),
		discountCode: DISCOUNT_CODE === undefined ? undefined : normalizeCoupon(DISCOUNT_CODE),
		fixedSettings: fixedSettings(variables),
		initialSettings: isDemo ? demoSettings : new Map(),
	}
}

/** The names of all variables. */
export const variableNames = Object.keys(schema.shape)

/** One sentence per given name that is probably a misspelled variable, which no code reads. */
export const misspelledNames = (raw: Readonly<Record<string, string | undefined>>): string[] =>
	unknownNames(raw, variableNames)

function fail(problems: readonly string[]): never {
	throw new EnvironmentError(problems.join('; '))
}

type Given = Readonly<Record<string, string | undefined>>

/** The problems of one group's variables. */
function problemsOf(group: VariableGroup, given: Given, variables: Variables): string[] {
	const isDemo = variables.SHOP_MODE === 'demo'
	const incomplete = (group.together ?? []).flatMap((names) => {
		const missing = names.filter((name) => given[name] === undefined)
		const others = names.filter((name) => !missing.includes(name))
		return missing.length > 0 && others.length > 0
			? [`${missing.join(', ')} falta: va junto con ${others.join(', ')}`]
			: []
	})
	const production = isDemo ? [] : [...missingIn(group, given), ...unencryptedIn(group, given)]
	return [...incomplete, ...production, ...(group.problems?.(variables, isDemo) ?? [])]
}

const missingIn = ({ neededInProduction = [] }: VariableGroup, given: Given): string[] =>
	neededInProduction
		.filter((name) => given[name] === undefined)
		.map((name) => `${name} falta: es obligatoria con SHOP_MODE=production`)

/** Whether the address is plain HTTP to another machine; a scheme may be in capitals. */
const isPlainHttp = (address = ''): boolean =>
	URL.parse(address.trim())?.protocol === 'http:' && !isThisMachine(address)

const unencryptedIn = ({ carrySecrets = [] }: VariableGroup, given: Given): string[] =>
	carrySecrets
		.filter((name) => isPlainHttp(given[name]))
		.map(
			(name) => `${name} debe empezar con https:// con SHOP_MODE=production: lleva datos que no pueden ir sin cifrar`,
		)

/** The networks of a list like TRUSTED_PROXIES; undefined when a part is no address, network or known name. */
function networksOf(list: string): { address: string; bits: number }[] | undefined {
	const networks: { address: string; bits: number }[] = []
	for (const part of list.split(',').map((one) => one.trim())) {
		// Names of networks in proxy-addr.
		if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) continue
		const [address = '', bits, ...rest] = part.split('/')
		const most = isIP(address) === 6 ? 128 : 32
		if (isIP(address) === 0 || rest.length > 0) return undefined
		if (bits !== undefined && (!/^\d+$/.test(bits) || Number(bits) > most)) return undefined
		networks.push({ address, bits: bits === undefined ? most : Number(bits) })
	}
	return networks
}

/** Whether every part is an address, a network such as 10.0.0.0/8, or a network name of proxy-addr. */
function areNetworks(list: string): boolean {
	return networksOf(list) !== undefined
}

/** The shortest plausible prefix of one operator's proxies. IPv6 with leading zeros is IPv4; fc00::/7 is private. */
function leastBits(address: string): number {
	if (isIP(address) !== 6) return 8
	const { hostname } = new URL(`http://[${address}]`)
	if (hostname.startsWith('[::')) return 104
	return /^\[f[cd]/.test(hostname) ? 7 : 16
}

/** Whether no network of the list is so wide that it includes outsiders, who could then forge their address. */
export function areNarrow(list: string): boolean {
	return (networksOf(list) ?? []).every(({ address, bits }) => bits >= leastBits(address))
}

/** First words that other programs share: a name that only begins with one is no mistake. */
const commonWords = new Set(['DATA', 'DATABASE', 'GOOGLE', 'HOST', 'LOG', 'MAIL', 'PORT', 'PUBLIC', 'SECRET', 'SHOP'])
/** Shorter names become other words with one letter changed (`HOST`, `POST`). */
const leastLetters = 6

const firstWord = (name: string) => name.split('_', 1)[0] ?? ''

/** Whether the names differ by one inserted, deleted, changed or transposed letter. */
function isOneSlipFrom(name: string, known: string): boolean {
	if (Math.abs(name.length - known.length) > 1) return false
	let start = 0
	while (start < name.length && name[start] === known[start]) start++
	const [rest, right] = [name.slice(start), known.slice(start)]
	const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
	return rest.slice(1) === right.slice(1) || rest.slice(1) === right || rest === right.slice(1) || swapped === right
}

/** The given names that are probably misspelled variables of the shop. */
function unknownNames(raw: Readonly<Record<string, string | undefined>>, knownNames: readonly string[]): string[] {
	const known = new Set(knownNames)
	const words = new Set(knownNames.map(firstWord).filter((word) => !commonWords.has(word)))
	return Object.keys(raw).flatMap((name) => {
		if (known.has(name) || !raw[name]?.trim()) return []
		const upper = name.toUpperCase()
		const meant = knownNames.find((one) => one.length >= leastLetters && isOneSlipFrom(upper, one))
		if (meant) return [`${name} no es una variable de la tienda: ¿quisiste escribir ${meant}?`]
		const isLike = upper.includes('_') && words.has(firstWord(upper))
		return isLike ? [`${name} no es una variable de la tienda, que no la lee: mira .env.example`] : []
	})
}
