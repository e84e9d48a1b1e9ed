import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { brokenPasswordRule, normalizePassword, readEmail } from '#core/rules/person-data.ts'
import { assignedNetworkOf, networkOf } from '#core/server/http/addresses.ts'
import { createConcurrencyLimit, type QueueOptions } from '#core/server/http/limits.ts'
import { reachOf } from '#core/server/platform/variables.ts'

/** argon2id with the parameters of OWASP's password storage guide: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const retrySeconds = 2
/** A quarter is reserved for known browsers; one network gets at most a third of the rest. */
const places = { all: 32, setAside: 8, ofAccount: 2, ofAddress: 6, ofNetwork: 8 }

/** Hashes share libuv's threads with files and DNS: two run at a time, 0.1 s each. */
const withLimit = createConcurrencyLimit({
	atOnce: 2,
	maxWaiting: places.all,
	setAside: places.setAside,
	refusal: () => fail('demasiadas_solicitudes', { extra: { retry_after: retrySeconds } }),
})

/**
 * The share of a request in the hashing queue. `account` is the e-mail in the request; `isKnown`: its browser has a
 * session or the mark of an earlier login of that account, so strangers do not take its places.
 */
export function hashingFor(
	{ ip }: FastifyRequest,
	{ raw }: FastifyReply,
	account: string,
	isKnown: boolean,
): QueueOptions {
	const left = new AbortController()
	if (raw.destroyed) left.abort()
	raw.once('close', () => left.abort())
	const who = isKnown ? 'conocido' : 'otro'
	const ofAccount = { key: `${who}:${readEmail(account) ?? account}`, maxWaiting: places.ofAccount }
	const ofAddress = { key: `${who}:${networkOf(ip)}`, maxWaiting: places.ofAddress }
	const ofNetwork = { key: `${who}:${assignedNetworkOf(ip)}`, maxWaiting: places.ofNetwork }
	// Behind a proxy that the shop does not know, all visitors share the loopback address.
	const shares = reachOf(ip) === 'machine' ? [ofAccount] : [ofAccount, ofAddress, ofNetwork]
	return { signal: left.signal, isKnown, shares }
}

/** Hashes a password for storage. Throws `demasiadas_solicitudes` when the queue is full. */
export function hashPassword(password: string, queue?: QueueOptions): Promise<string> {
	return withLimit(() => hash(normalizePassword(password), cost), queue)
}

/** The hash compared when there is no account or no password, so that the answer takes the same time. */
let dummyHash: Promise<string> | undefined

/**
 * Computes the dummy hash before the server listens, so that the first answer about an unknown account is not slower.
 */
export async function warmPasswordHashing(): Promise<void> {
	dummyHash ??= hashPassword(crypto.randomUUID())
	await dummyHash
}

/**
 * Whether `password` matches `stored`; equally slow, and false, for null. Throws `demasiadas_solicitudes` when the
 * queue is full.
 */
export async function isPassword(stored: string | null, password: string, queue?: QueueOptions): Promise<boolean> {
	await warmPasswordHashing()
	const compared = stored ?? (await dummyHash) ?? ''
	const matches = await withLimit(() => verify(compared, normalizePassword(password)), queue)
	return matches && stored !== null
}

let commonPasswords: ReadonlySet<string> | undefined

/**
 * The rule that a new password of `owner` breaks. The 49,000 most leaked passwords are too long a list for the browser.
 */
export function brokenNewPasswordRule(
	password: string,
	owner: PasswordOwner,
): 'clave_corta' | 'clave_larga' | 'clave_comun' | undefined {
	commonPasswords ??= new Set(dictionary['passwords-common'].map(String))
	const broken = brokenPasswordRule(password)
	return broken ?? (isGuessablePassword(password, owner, commonPasswords) ? 'clave_comun' : undefined)
}

/** The account of a password, whose words add no strength. */
export interface PasswordOwner {
	readonly email: string
	readonly first_name: string
	readonly last_name: string
}

const shopWords = ['premiumshaker', 'premium', 'shaker', 'shakers', 'batidora', 'botella', 'proteina']

/** Common passwords of Chile, missing in foreign lists. Without accents, in lower case. */
const chileanPasswords = new Set(
	`contrasena contrasenia micontrasena clave miclave clavesecreta secreto secreta nomeacuerdo olvidada cambiame
	teamo teamomucho tequiero tequieromucho teadoro amor amormio miamor amorcito mivida corazon corazoncito cielito
	hola holahola bienvenido bienvenida familia mifamilia mimama mipapa mihijo mihija mishijos jesus jesucristo diosesamor
	dioseslindo diosmeama chile chilechile vivachile chileno chilena chilito santiago santiagodechile valparaiso
	vinadelmar concepcion antofagasta temuco rancagua talca arica iquique laserena puertomontt providencia maipu nunoa
	colocolo colocolino elcacique universidaddechile udechile lau laudechile bulla losdeabajo garrablanca catolica
	loscruzados cobreloa alexissanchez arturovidal princesa principe estrellita estrella bonita preciosa gatito perrito
	mascota futbol campeon administrador usuario invitado prueba entrar acceso ingreso trabajo empresa tienda verano
	invierno primavera otono enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
	lunes martes miercoles jueves viernes sabado domingo`.split(/\s+/),
)

/** The minimum of characters besides the words of account and shop; digits and signs count. */
const leastOwnCharacters = 6
/** The maximum of digits and signs around a common password that do not strengthen it. */
const mostTrimmings = 6
const shortestWord = 3

/** Lower case without accents: `Contraseña` is as weak as `contrasena`. */
const fold = (text: string) => normalizePassword(text).toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** `aaaaaaaa`, `abcabcabc`. */
const isRepeated = (text: string) => /^(.{1,4}?)\1+(?:.{0,3})$/su.test(text) && new Set(text).size <= 4

/** `12345678`, `hgfedcba`: each character one step from the previous one. */
function isRun(text: string): boolean {
	const points = [...text].map((character) => character.codePointAt(0) ?? 0)
	const steps = points.slice(1).map((point, i) => point - (points[i] ?? 0))
	const [step = 0] = steps
	return Math.abs(step) === 1 && steps.every((one) => one === step)
}

/** The words of an account, longest first, so that a short one does not break a long one. */
function wordsOf({ email, first_name, last_name }: PasswordOwner): string[] {
	const parts = [email, first_name, last_name].flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
	const wholes = [fold(email), fold(email).split('@')[0] ?? '', fold(first_name + last_name).replaceAll(' ', '')]
	const words = new Set([...wholes, ...parts, ...shopWords].filter((word) => word.length >= shortestWord))
	return [...words].sort((a, b) => b.length - a.length)
}

function isCommon(text: string, common: ReadonlySet<string>): boolean {
	const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
	const isTrimmed = core.length > 0 && text.length - core.length <= mostTrimmings
	const bare = text.replace(/[^\p{L}\p{N}]/gu, '')
	return [text, bare, ...(isTrimmed ? [core] : [])].some((form) => common.has(form) || chileanPasswords.has(form))
}

/** Whether a password is among the first guesses. `common`: in lower case, without accents. */
export function isGuessablePassword(password: string, owner: PasswordOwner, common: ReadonlySet<string>): boolean {
	const text = fold(password)
	const own = wordsOf(owner).reduce((left, word) => left.replaceAll(word, ''), text)
	if (own !== text && [...own].length < leastOwnCharacters) return true
	return [text, own].some((form) => isCommon(form, common) || isRepeated(form) || isRun(form))
}
