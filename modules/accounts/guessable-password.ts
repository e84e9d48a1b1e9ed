import { normalizePassword } from '#core/rules/password-rules.ts'

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
