import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import type { z } from 'zod'
import type { TokenAnswer } from '#core/contract/fields.ts'
import type { EditProfileRequest, ProfileAnswer } from '#modules/accounts/shapes.ts'
import type { CartItem } from '#modules/cart/cart.ts'
import type { Color } from '#modules/catalog/colors.ts'
import { productName, sku } from '#modules/catalog/product.ts'
import type { AvailabilityAnswer } from '#modules/catalog/shapes.ts'
import type { listProductsAnswer } from '#modules/catalog/staff/shapes.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { QuoteDeliveryAnswer } from '#modules/delivery/shapes.ts'
import type { Estado } from '#modules/orders/estado.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import type { SettingKey } from '#modules/settings/settings.ts'
import type { ListUsersAnswer } from '#modules/staff/shapes.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'

type ListProductsAnswer = z.infer<typeof listProductsAnswer>

/** Path of the link in the password reset mail. */
export const resetPath = /\/reset-password\/[\w-]+\/[\w.-]+/

/** Price of a unit in a new shop, in CLP. */
export const price = 29_990

/** A customer with an account and a session. */
export interface Customer {
	readonly email: string
	readonly password: string
	readonly tokens: TokenAnswer
}

/** A mail in the shop's outbox. */
export interface SentMail {
	readonly to: string
	readonly subject: string
	readonly text: string
	readonly html: string
}

/** A unique name for each customer. */
export function newAccount(name = 'Camila') {
	const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@correo.cl`
	return { first_name: name, last_name: 'Rojas', email, password: 'una-clave-segura' }
}

/** A cart line in the browser's storage. */
export function line(color: Color, cantidad = 1, precio = price): CartItem {
	return {
		nombre: productName,
		sku,
		imagen: `/pictures/shaker-${color.toLowerCase()}-160.webp`,
		color,
		precio,
		cantidad,
	}
}

/**
 * Mails of a staff change are sent after the minute of its undo; those of its documents up to a minute later, in the next
 * round.
 */
const mailMs = 210_000

/** Shorter than the ten minutes for which a login proves the identity. */
const bossSessionMs = 3 * 60_000
let bossSession: { readonly tokens: TokenAnswer; readonly at: number } | undefined

/** API client for preparing the state of a journey. */
export class ShopApi {
	readonly #request: APIRequestContext

	constructor(request: APIRequestContext) {
		this.#request = request
	}

	async #post<T>(path: string, data: unknown, headers: Record<string, string> = {}): Promise<T> {
		const answer = await this.#request.post(path, { data, headers })
		if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
		return await answer.json()
	}

	async logIn(username: string, password: string): Promise<TokenAnswer> {
		return await this.#post('/api/token/', { username, password })
	}

	/** A session of the boss, shared for a few minutes: valid passwords count towards the login limit. */
	async bossSession(): Promise<TokenAnswer> {
		if (bossSession && Date.now() - bossSession.at < bossSessionMs) {
			const headers = { authorization: `Bearer ${bossSession.tokens.access}` }
			if ((await this.#request.get('/api/perfil/', { headers })).ok()) return bossSession.tokens
		}
		const tokens = await this.logIn(staffLogin.email, staffLogin.password)
		bossSession = { tokens, at: Date.now() }
		return tokens
	}

	/** Registers a customer and logs in. */
	async aCustomer(name?: string): Promise<Customer> {
		const account = newAccount(name)
		await this.#post('/api/register/', { ...account, consentimiento: true })
		const { email, password } = account
		return { email, password, tokens: await this.logIn(email, password) }
	}

	/** Places an order of one unit for pickup, with overrides. */
	async anOrder(customer: Customer, changes: Partial<PlaceOrderRequest> = {}): Promise<PayableOrder> {
		const order: PlaceOrderRequest = {
			carrito: [line('Negro')],
			total: price,
			telefono: '987654321',
			direccion: '',
			metodo_pago: 'mercadopago',
			tipo_entrega: 'retiro',
			...changes,
		}
		const headers = { authorization: `Bearer ${customer.tokens.access}`, 'idempotency-key': randomUUID() }
		return await this.#post('/api/crear_orden/', order, headers)
	}

	/** Places an order of one unit for delivery, paid in cash. */
	async aDelivery(customer: Customer, direccion: string, telefono: string): Promise<PayableOrder> {
		const answer = await this.#request.get('/api/despacho/cotizacion/', { params: { direccion } })
		const { costo }: QuoteDeliveryAnswer = await answer.json()
		const door = { tipo_entrega: 'despacho', metodo_pago: 'efectivo', direccion, telefono } as const
		return await this.anOrder(customer, { ...door, total: price + costo })
	}

	/** Registers a member of staff, who verifies the address by the mailed link. */
	async aColleague(name: string): Promise<Customer> {
		const { email } = await this.aCustomer(name)
		const headers = await this.#asStaff()
		const found = await this.#request.get('/api/admin_usuarios/', { headers, params: { q: email } })
		const { results }: ListUsersAnswer = await found.json()
		const made = await this.#request.put(`/api/admin_usuarios/${results[0]?.id}/`, {
			headers,
			data: { is_staff: true },
		})
		if (!made.ok()) throw new Error(`rights of ${email}: ${made.status()} ${await made.text()}`)
		const [, , uid, token] = (await this.pathFromMail(email, resetPath)).split('/')
		const password = 'bicicleta-azul-en-la-costa'
		await this.#post('/api/auth/password-reset/confirm/', { uid, token, new_password: password })
		return { email, password, tokens: await this.logIn(email, password) }
	}

	/** The id of a colour on sale. */
	async #productOf(color: Color, headers: Record<string, string>): Promise<number | undefined> {
		const list = await this.#request.get(`/api/admin_productos/?q=${color}`, { headers })
		const { results }: ListProductsAnswer = await list.json()
		return results.find((product) => product.color === color)?.id
	}

	/** Takes all units of a colour out as staff. */
	async sellOut(color: Color): Promise<void> {
		const headers = { ...(await this.#asStaff()), 'idempotency-key': randomUUID() }
		const change = { cantidad: -(await this.stockOf(color)), nota: 'Se agotó' }
		await this.#post(`/api/admin_productos/${await this.#productOf(color, headers)}/ajustar/`, change, headers)
	}

	/** Changes the price of a colour as staff. */
	async setPrice(color: Color, precio: number): Promise<void> {
		const headers = await this.#asStaff()
		const id = await this.#productOf(color, headers)
		const answer = await this.#request.patch(`/api/admin_productos/${id}/`, { headers, data: { precio } })
		if (!answer.ok()) throw new Error(`the price of ${color}: ${answer.status()} ${await answer.text()}`)
	}

	async stockOf(color: Color): Promise<number> {
		const answer = await this.#request.get(`/api/products/${sku}/availability`)
		const { stock }: AvailabilityAnswer = await answer.json()
		const units = stock[color]
		if (units === undefined) throw new Error(`no stock of ${color}`)
		return units
	}

	/** Returns the customer's orders, newest first. */
	async ordersOf(customer: Customer): Promise<ProfileAnswer['ordenes']> {
		return (await this.#profileOf(customer)).ordenes
	}

	/** Returns the cart stored with the customer's account. */
	async storedCartOf(customer: Customer): Promise<ProfileAnswer['carrito']> {
		return (await this.#profileOf(customer)).carrito
	}

	async #profileOf(customer: Customer): Promise<ProfileAnswer> {
		const headers = { authorization: `Bearer ${customer.tokens.access}` }
		return await (await this.#request.get('/api/perfil/', { headers })).json()
	}

	/** Updates phone, address or name of the customer's account. */
	async editProfile(customer: Customer, data: EditProfileRequest): Promise<void> {
		const headers = { authorization: `Bearer ${customer.tokens.access}` }
		const answer = await this.#request.patch('/api/perfil/', { headers, data })
		if (!answer.ok()) throw new Error(`the profile: ${answer.status()} ${await answer.text()}`)
	}

	/** Returns whether a session can be refreshed, and uses up its refresh token. */
	async isOpen({ refresh }: TokenAnswer): Promise<boolean> {
		return (await this.#request.post('/api/token/refresh/', { data: { refresh } })).ok()
	}

	async #asStaff(): Promise<Record<string, string>> {
		const { access } = await this.bossSession()
		return { authorization: `Bearer ${access}` }
	}

	/** Changes an order as staff. */
	async editOrder(orden_id: string, data: { readonly estado?: Estado; readonly total?: number }): Promise<void> {
		const headers = await this.#asStaff()
		const answer = await this.#request.put(`/api/admin_ordenes/${orden_id}/`, { headers, data })
		if (!answer.ok()) throw new Error(`the order ${orden_id}: ${answer.status()} ${await answer.text()}`)
	}

	/** Does an action of staff on an order, such as `cancelar`. */
	async staffAct(orden_id: string, action: string, data: object): Promise<void> {
		const headers = { ...(await this.#asStaff()), 'idempotency-key': randomUUID() }
		await this.#post(`/api/admin_ordenes/${orden_id}/${action}/`, data, headers)
	}

	/** Changes an owner's setting. */
	async set(clave: SettingKey, valor: SettingValue): Promise<void> {
		const answer = await this.#request.put(`/api/admin_ajustes/${clave}/`, {
			headers: await this.#asStaff(),
			data: { valor },
		})
		if (!answer.ok()) throw new Error(`${clave}: ${answer.status()} ${await answer.text()}`)
	}

	/** Reads an order as staff. */
	async orderForStaff(orden_id: string): Promise<OrderDetail> {
		const answer = await this.#request.get(`/api/admin_ordenes/${orden_id}/`, { headers: await this.#asStaff() })
		if (!answer.ok()) throw new Error(`the order ${orden_id}: ${answer.status()} ${await answer.text()}`)
		return await answer.json()
	}

	/** Number of social posts; a job loads them after the start. */
	async feedPosts(): Promise<number> {
		const answer = await this.#request.get('/api/social/')
		const feed: { results: unknown[] } = await answer.json()
		return feed.results.length
	}

	async mailsTo(email: string): Promise<SentMail[]> {
		const answer = await this.#request.get('/simuladores/correo/', { headers: { accept: 'application/json' } })
		const mails: SentMail[] = await answer.json()
		return mails.filter((mail) => mail.to === email)
	}

	/** Waits for a mail to `email` whose subject matches. */
	async expectMail(email: string, subject: RegExp): Promise<void> {
		await expect
			.poll(async () => (await this.mailsTo(email)).map((mail) => mail.subject), { timeout: mailMs })
			.toContainEqual(expect.stringMatching(subject))
	}

	/** Waits for a mail to `email` with a link to such a path; returns the newest path. */
	async pathFromMail(email: string, path: RegExp): Promise<string> {
		let found = ''
		const look = async () => {
			for (const { text } of await this.mailsTo(email)) found ||= path.exec(text)?.[0] ?? ''
			return found
		}
		await expect.poll(look, { timeout: 30_000 }).not.toBe('')
		return found
	}

	/** Requests a password reset as `email`; returns the path of the mailed link. */
	async resetPathOf(email: string): Promise<string> {
		await this.#post('/api/auth/password-reset/', { email })
		return await this.pathFromMail(email, resetPath)
	}
}
