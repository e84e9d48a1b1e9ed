import { type Clp, sumClp } from '#core/rules/money.ts'
import { type UnitLimits, unitsProblem } from '#modules/catalog/unit-limits.ts'

/** One line of the cart, with exactly the fields that the browser stores under the key `carrito`. Lines merge by sku and color. */
export interface CartItem {
	readonly nombre: string
	readonly sku: string
	readonly imagen: string
	readonly color: string
	readonly precio: number
	readonly cantidad: number
}

export type Cart = readonly CartItem[]

/** Units in stock by colour; a missing colour is unlimited (its stock is unknown). */
export type StockByColor = Readonly<Record<string, number>>

export interface CartRefusal {
	readonly refused: string
}

export const cartStorageKey = 'carrito'

/** Maximum of lines and units; the shop's page creates no larger cart. */
export const maxCartLines = 20
export const maxUnitsPerLine = 999

const sameLine = (a: Pick<CartItem, 'sku' | 'color'>, b: Pick<CartItem, 'sku' | 'color'>) =>
	a.sku === b.sku && a.color === b.color

const stockOf = (stock: StockByColor | undefined, color: string): number => stock?.[color] ?? Number.POSITIVE_INFINITY

/** The larger cart, or a refusal above the limits of one order; unknown limits refuse nothing. */
function within(limits: UnitLimits | undefined, cart: Cart): Cart | CartRefusal {
	const refusal = unitsProblem(cart, limits)
	return refusal ? { refused: refusal.text } : cart
}

/** Adds units at the new price. Rejects units above the colour's stock, or above the limits of one order. */
export function addToCart(
	cart: Cart,
	item: Omit<CartItem, 'cantidad'>,
	stock?: StockByColor,
	limits?: UnitLimits,
	units = 1,
): Cart | CartRefusal {
	const available = stockOf(stock, item.color)
	if (available <= 0) return { refused: outOfStockText(item.color) }
	const held = cart.find((line) => sameLine(line, item))
	const cantidad = (held?.cantidad ?? 0) + units
	if (cantidad > available) return { refused: `Sin stock suficiente para ${item.color}.` }
	const { precio } = item
	return within(
		limits,
		held
			? cart.map((line) => (line === held ? { ...line, precio, cantidad } : line))
			: [...cart, { ...item, cantidad }],
	)
}

/** Sets a line's quantity; 0 or less removes it. Raising it above stock or limits is rejected, lowering never is. */
export function setQuantity(
	cart: Cart,
	line: Pick<CartItem, 'sku' | 'color' | 'cantidad'>,
	stock?: StockByColor,
	limits?: UnitLimits,
): Cart | CartRefusal {
	const { cantidad } = line
	if (cantidad <= 0) return removeFromCart(cart, line)
	const held = cart.find((item) => sameLine(item, line))
	const isRaised = held !== undefined && cantidad > held.cantidad
	if (isRaised && cantidad > Math.min(stockOf(stock, line.color), maxUnitsPerLine)) {
		return { refused: 'No hay stock suficiente para este color.' }
	}
	const changed = cart.map((item) => (sameLine(item, line) ? { ...item, cantidad } : item))
	return isRaised ? within(limits, changed) : changed
}

export function removeFromCart(cart: Cart, line: Pick<CartItem, 'sku' | 'color'>): Cart {
	return cart.filter((item) => !sameLine(item, line))
}

/** The cart without the bought units; those added after the order stay. */
export function withoutBought(cart: Cart, bought: readonly Pick<CartItem, 'sku' | 'color' | 'cantidad'>[]): Cart {
	return cart.flatMap((line) => {
		const taken = bought.filter((item) => sameLine(item, line)).reduce((units, { cantidad }) => units + cantidad, 0)
		return taken < line.cantidad ? [{ ...line, cantidad: line.cantidad - taken }] : []
	})
}

/** Whether a cart still has all the bought units. */
export function containsBought(cart: Cart, bought: readonly Pick<CartItem, 'sku' | 'color' | 'cantidad'>[]): boolean {
	return bought.every((item) => cart.some((line) => sameLine(line, item) && line.cantidad >= item.cantidad))
}

/** Sets the server's prices; a line unknown to the server keeps its own. */
export function repriceCart(cart: Cart, prices: readonly { sku: string; color: string; precio: number }[]): Cart {
	return cart.map((line) => {
		const price = prices.find((p) => sameLine(p, line))
		return price && price.precio !== line.precio ? { ...line, precio: price.precio } : line
	})
}

/** The number on the badge: units, not lines. */
export function countUnits(cart: Cart): number {
	return cart.reduce((units, line) => units + line.cantidad, 0)
}

export function subtotalOf(lines: readonly { precio: number; cantidad: number }[]): Clp {
	return sumClp(lines.map((line) => line.precio * line.cantidad))
}

export const isRefusal = (result: Cart | CartRefusal): result is CartRefusal => 'refused' in result

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500

function readLine(value: unknown): CartItem | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	const { nombre, sku, imagen, color, precio, cantidad } = value as Record<string, unknown>
	if (!isText(nombre) || !isText(sku) || sku === '' || !isText(color)) return undefined
	if (typeof precio !== 'number' || !Number.isSafeInteger(precio) || precio < 0) return undefined
	if (typeof cantidad !== 'number' || !Number.isInteger(cantidad) || cantidad < 1) return undefined
	const picture = isText(imagen) && imagen.startsWith('/') && !imagen.startsWith('//') ? imagen : ''
	return { nombre, sku, imagen: picture, color, precio, cantidad: Math.min(cantidad, maxUnitsPerLine) }
}

/** Cleans an untrusted cart (browser storage, a login): drops invalid lines and merges equal ones. */
export function readCart(value: unknown): Cart {
	if (!Array.isArray(value)) return []
	let cart: CartItem[] = []
	for (const entry of value) {
		const line = readLine(entry)
		if (!line) continue
		const held = cart.find((item) => sameLine(item, line))
		if (held) {
			const cantidad = Math.min(held.cantidad + line.cantidad, maxUnitsPerLine)
			cart = cart.map((item) => (item === held ? { ...line, cantidad } : item))
		} else if (cart.length < maxCartLines) cart.push(line)
	}
	return cart
}

/** The customer's text for a colour without stock. */
export const outOfStockText = (color: string): string => `No hay stock disponible para el color ${color}.`

/** The rest of a short colour: `Quedan solo 3 unidades`. `units`: at least one. */
export const unitsLeftText = (units: number): string =>
	units === 1 ? 'Queda solo 1 unidad' : `Quedan solo ${units} unidades`
