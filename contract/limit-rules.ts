/** How many calls are answered within `windowSeconds`. Every call counts, also one with a right password or code. */
export interface LimitRule {
	readonly windowSeconds: number
	/** Calls from one address (IPv4), or one /56 network (IPv6), about any account. */
	readonly perAddress?: number
	/** Calls about one account from one address or /56 network. */
	readonly perAccountAndAddress?: number
	/** Calls about one account, or one order, from all addresses together, so that more addresses give no more guesses. */
	readonly perAccount?: number
	/** What a refusal says after how long to wait, where there is another way. */
	readonly orElse?: string
	/** Counted in the database, so that it holds for all processes together; else in this process's memory. */
	readonly shared: boolean
}

/** A new password chosen by the mailed link clears the account's own counts, so strangers cannot keep its owner out. */
const loginOrElse = ', o elige otra contraseña con «¿Olvidaste tu clave?»'

/** Every limit of the shop. Many customers share an address (mobile networks), so limits by address alone are generous. */
export const limitRules = {
	// Three windows of the same call: the counts of the account alone are short, so that a stranger's flood locks no owner out for long.
	login: { windowSeconds: 900, perAddress: 300, perAccountAndAddress: 20, orElse: loginOrElse, shared: true },
	login_minuto: { windowSeconds: 60, perAccount: 30, orElse: loginOrElse, shared: true },
	login_hora: { windowSeconds: 3600, perAccount: 100, orElse: loginOrElse, shared: true },
	login_google: { windowSeconds: 900, perAddress: 200, shared: true },
	registro: { windowSeconds: 900, perAddress: 200, shared: true },
	refresh: { windowSeconds: 60, perAddress: 600, shared: false },
	recuperar: { windowSeconds: 3600, perAddress: 100, perAccountAndAddress: 10, shared: true },
	recuperar_confirmar: { windowSeconds: 900, perAddress: 120, shared: true },
	confirmar_correo: { windowSeconds: 900, perAddress: 120, shared: false },
	// Asking for the password again, by who is logged in already.
	clave_otra_vez: { windowSeconds: 900, perAccount: 20, shared: true },
	// Tries of the six digits of a second factor, three of a million of which are right.
	segundo_factor: { windowSeconds: 900, perAddress: 200, perAccount: 10, shared: true },
	perfil: { windowSeconds: 60, perAccountAndAddress: 120, shared: false },
	descargar_datos: { windowSeconds: 3600, perAccountAndAddress: 20, shared: true },
	// Orders and refused tries of the caller's network; those of an account are counted in the order's transaction too.
	orden_red: { windowSeconds: 3600, perAccount: 60, shared: true },
	// Orders and refused tries. Each process counts its own: stock and unpaid orders have limits in the database.
	crear_orden: { windowSeconds: 600, perAddress: 1200, perAccountAndAddress: 120, shared: false },
	// Discount codes, right or wrong, checked alone or sent with an order.
	cupon: { windowSeconds: 600, perAddress: 300, perAccount: 30, shared: true },
	// Tries of a pickup's six digits, counted for its order.
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
	// Unsigned notifications of one attempt: its customer reads its reference in the address of the page to pay at.
	avisos_conocidos: { windowSeconds: 60, perAccount: 60, shared: false },
	// Every call under /api that has no limit of its own.
	por_defecto: { windowSeconds: 60, perAddress: 12_000, shared: false },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules
