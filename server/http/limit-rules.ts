/** How often something may be asked for within `windowSeconds`. */
export interface LimitRule {
	readonly windowSeconds: number
	/** Calls from one network address (of IPv6 one /64; its /56 and /48 have two and four times as many), whoever they are about. */
	readonly perAddress?: number
	/** Calls about one account from one address, or one of those networks. */
	readonly perAccountAndAddress?: number
	/** Calls about one account, or one order, from anywhere, so that many addresses give nobody more guesses. */
	readonly perAccount?: number
	/** Calls about one account from a browser that it knows, counted by this alone: strangers cannot keep the owner out. */
	readonly perDevice?: number
	/** What a refusal says after how long to wait, where there is another way. */
	readonly orElse?: string
	/** Counted in the database, so that it holds for all processes together; else in this process's memory. */
	readonly shared: boolean
}

/** Who chooses a new password by mail is known from then on in that browser, and no longer counted with strangers. */
const loginOrElse = ', o elige otra contraseña con «¿Olvidaste tu clave?»'

/** Every limit of the shop. Many customers share an address (mobile networks), so limits by address alone are generous. */
export const limitRules = {
	// Only failed logins stay counted: a right password gives its count back.
	login: {
		windowSeconds: 900,
		perAddress: 200,
		perAccountAndAddress: 10,
		perAccount: 30,
		perDevice: 10,
		orElse: loginOrElse,
		shared: true,
	},
	login_dia: { windowSeconds: 86_400, perAccount: 100, perDevice: 50, orElse: loginOrElse, shared: true },
	login_google: { windowSeconds: 900, perAddress: 200, shared: true },
	registro: { windowSeconds: 900, perAddress: 200, shared: true },
	refresh: { windowSeconds: 60, perAddress: 600, shared: false },
	recuperar: { windowSeconds: 3600, perAddress: 100, perAccountAndAddress: 10, shared: true },
	recuperar_confirmar: { windowSeconds: 900, perAddress: 120, shared: true },
	confirmar_correo: { windowSeconds: 900, perAddress: 120, shared: false },
	// Asking for the password again, by who is logged in already.
	clave_otra_vez: { windowSeconds: 900, perAccount: 10, perDevice: 10, shared: true },
	// Guesses at the six digits of a second factor, three of a million of which are right. Right ones give their count back.
	segundo_factor: { windowSeconds: 900, perAddress: 200, perAccount: 10, shared: true },
	perfil: { windowSeconds: 60, perAccountAndAddress: 120, shared: false },
	descargar_datos: { windowSeconds: 3600, perAccountAndAddress: 20, shared: true },
	// Orders that were placed give their count back, so this only slows a flood of refused ones: each process counts its own.
	crear_orden: { windowSeconds: 600, perAddress: 1200, perAccountAndAddress: 120, shared: false },
	// Only wrong codes stay counted.
	cupon: { windowSeconds: 600, perAddress: 100, perAccountAndAddress: 20, shared: true },
	// Guesses at a pickup's six digits, counted for its order. Right ones give their count back.
	codigo_retiro: { windowSeconds: 900, perAccount: 10, shared: true },
	comprobante: { windowSeconds: 600, perAddress: 60, shared: true },
	// An order takes five proofs; the rest is for pictures that could not be read.
	comprobante_orden: { windowSeconds: 3600, perAccount: 20, shared: true },
	comprobante_cuenta: { windowSeconds: 3600, perAccount: 30, shared: true },
	seguimiento: { windowSeconds: 60, perAddress: 240, shared: false },
	// A whole address asks about 15 times while it is typed; with Google each of these three has its price.
	sugerencias: { windowSeconds: 60, perAddress: 480, shared: false },
	cotizacion: { windowSeconds: 60, perAddress: 180, shared: false },
	mapa: { windowSeconds: 60, perAddress: 240, shared: false },
	// Told twice at most while a page is open: who tells more makes numbers up.
	pasos: { windowSeconds: 60, perAddress: 60, shared: false },
	// The page asks 12 times in the minute after a payment that its gateway has not decided; each may be a question to that.
	estado_pago: { windowSeconds: 60, perAddress: 240, shared: false },
	// Switching notices on and testing them: each test is a call to a push service.
	avisos: { windowSeconds: 600, perAccount: 60, shared: true },
	avisos_renovar: { windowSeconds: 600, perAddress: 60, shared: true },
	webhooks: { windowSeconds: 60, perAddress: 3000, shared: false },
	// Unsigned notifications of what the shop does not know: each costs a question to the gateway, real ones wait behind it.
	avisos_desconocidos: { windowSeconds: 60, perAddress: 60, shared: false },
	// Every call under /api that has no limit of its own.
	por_defecto: { windowSeconds: 60, perAddress: 12_000, shared: false },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules
