/** Calls accepted within `windowSeconds`. Every call counts, also one with a right password or code. */
export interface LimitRule {
	readonly windowSeconds: number
	/** Calls from one address (IPv4), or one /56 network (IPv6), about any account. */
	readonly perAddress?: number
	/** Calls about one account from one address or /56 network. */
	readonly perAccountAndAddress?: number
	/** Calls about one account, or one order, over all addresses, so that more addresses allow no more guesses. */
	readonly perAccount?: number
	/** The alternative, appended to the refusal. */
	readonly orElse?: string
	/** Counted in the database for all processes; otherwise in this process's memory. */
	readonly shared: boolean
}

/** A new password set by the mailed link clears the account's own counts, so that others cannot lock its owner out. */
const loginOrElse = ', o elige otra contraseña con «¿Olvidaste tu clave?»'

/** Every limit of the shop. Customers of mobile networks share addresses, so limits by address alone are generous. */
export const limitRules = {
	// Three windows of the same call. Browsers that logged in to the account before have counts of their own, so that
	// guesses of strangers do not lock its owner out.
	login: { windowSeconds: 900, perAddress: 300, perAccountAndAddress: 20, orElse: loginOrElse, shared: true },
	login_minuto: { windowSeconds: 60, perAccount: 30, orElse: loginOrElse, shared: true },
	login_hora: { windowSeconds: 3600, perAccount: 100, orElse: loginOrElse, shared: true },
	login_google: { windowSeconds: 900, perAddress: 200, shared: true },
	registro: { windowSeconds: 900, perAddress: 200, shared: true },
	refresh: { windowSeconds: 60, perAddress: 600, shared: false },
	recuperar: { windowSeconds: 3600, perAddress: 100, perAccountAndAddress: 10, shared: true },
	recuperar_confirmar: { windowSeconds: 900, perAddress: 120, shared: true },
	confirmar_correo: { windowSeconds: 900, perAddress: 120, shared: false },
	// Each may mail a link to an address that somebody typed.
	avisar_stock: { windowSeconds: 3600, perAddress: 60, perAccountAndAddress: 10, perAccount: 20, shared: true },
	// A large mail program stops for many people from a few addresses.
	enlace_aviso: { windowSeconds: 60, perAddress: 240, shared: false },
	// Repeated passwords of logged-in accounts.
	clave_otra_vez: { windowSeconds: 900, perAccount: 20, shared: true },
	// Guesses of a second factor's six digits, of which three in a million are right.
	segundo_factor: { windowSeconds: 900, perAddress: 200, perAccount: 10, shared: true },
	perfil: { windowSeconds: 60, perAccountAndAddress: 120, shared: false },
	descargar_datos: { windowSeconds: 3600, perAccountAndAddress: 20, shared: true },
	// Orders and failed attempts of the caller's network; those of an account are also counted in the order's transaction.
	orden_red: { windowSeconds: 3600, perAccount: 60, shared: true },
	// Orders and failed attempts, per process: stock and unpaid orders have limits in the database.
	crear_orden: { windowSeconds: 600, perAddress: 1200, perAccountAndAddress: 120, shared: false },
	// Sales that staff enter: each reserves units without the limits of customers.
	venta_equipo: { windowSeconds: 3600, perAccount: 60, shared: true },
	// Discount codes, right or wrong, validated alone or sent with an order.
	cupon: { windowSeconds: 600, perAddress: 300, perAccount: 30, shared: true },
	// Guesses of a pickup's six digits, per order.
	codigo_retiro: { windowSeconds: 900, perAccount: 10, shared: true },
	comprobante: { windowSeconds: 600, perAddress: 60, shared: true },
	// An order accepts five proofs; the rest is for unreadable pictures.
	comprobante_orden: { windowSeconds: 3600, perAccount: 20, shared: true },
	comprobante_cuenta: { windowSeconds: 3600, perAccount: 30, shared: true },
	seguimiento: { windowSeconds: 60, perAddress: 240, shared: false },
	// A typed address causes about 15 requests; with Google each of the three calls has a price.
	sugerencias: { windowSeconds: 60, perAddress: 480, shared: false },
	cotizacion: { windowSeconds: 60, perAddress: 180, shared: false },
	mapa: { windowSeconds: 60, perAddress: 240, shared: false },
	// A page reports at most two steps: more are forged.
	pasos: { windowSeconds: 60, perAddress: 60, shared: false },
	// A page reports its speed once.
	velocidad: { windowSeconds: 60, perAddress: 60, shared: false },
	// The page polls 12 times in the minute after an undecided payment; each may be a call to the gateway.
	estado_pago: { windowSeconds: 60, perAddress: 240, shared: false },
	// Adding devices and testing them: each test is a call to a push service.
	avisos: { windowSeconds: 600, perAccount: 60, shared: true },
	avisos_renovar: { windowSeconds: 600, perAddress: 60, shared: true },
	webhooks: { windowSeconds: 60, perAddress: 3000, shared: false },
	// Every call under /api on arrival, also one that fails its schema, beside its own limits.
	por_defecto: { windowSeconds: 60, perAddress: 12_000, shared: false },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limitRules
