import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { type Failure, fail, orRefuse, refuse } from '#core/contract/failure.ts'
import { plainText, wholeNumber } from '#core/contract/fields.ts'
import { isFreshIdentity } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { editedField, notReadable, outsideLimits, type SentEdit, versionIn } from '#core/server/lists/edited-field.ts'
import { allowMoneyChange, type StaffActor } from '#core/server/staff/fresh-proof.ts'
import { builtInColors } from '#modules/catalog/colors.ts'
import { defaultLowStockThreshold, productName, sku } from '#modules/catalog/product.ts'
import * as endpoints from '#modules/catalog/staff/endpoints.ts'
import { adjustProduct, adjustStock, lockProduct, productLimits } from '#modules/catalog/staff/server/adjust-stock.ts'
import {
	describeProduct,
	highestPriceOfDay,
	listMovements,
	listPrices,
	listProducts,
	readStock,
} from '#modules/catalog/staff/server/read-products.ts'
import type { CreateProductRequest, StaffProduct } from '#modules/catalog/staff/shapes.ts'
import { type ProductRow, productos } from '#modules/catalog/tables.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { lockProducts } from '#modules/orders/server/reserve-stock.ts'
import { movimientosStock } from '#modules/orders/tables.ts'

export function staffProductRoutes(deps: StaffDeps): FastifyPluginAsync {
	const { db } = deps
	return async (app) => {
		handle(app, endpoints.listProducts, async ({ query }) => await listProducts(db, query))
		handle(app, endpoints.createProduct, ({ usuario, body }) => createProduct(deps, usuario.id, body))
		handle(app, endpoints.editProduct, ({ usuario, params: { id }, headers, body: fields }) =>
			editProduct(deps, usuario, id, { fields, version: versionIn(headers['if-match']) }),
		)
		handle(app, endpoints.setAllPrices, ({ usuario, body }) => setAllPrices(deps, usuario, body.precio))
		handle(app, endpoints.deleteProduct, async ({ usuario, params }) => {
			await deleteProduct(deps, usuario.id, params.id)
			return null
		})
		handle(app, endpoints.listPrices, async ({ params }) => await listPrices(db, params.id))
		handle(app, endpoints.adjustStock, ({ usuario, params, body, headers }) =>
			adjustProduct(deps, usuario.id, params.id, { ...body, key: headers['idempotency-key'] }),
		)
		handle(app, endpoints.listMovements, async ({ params, query }) => await listMovements(db, params.id, query))
		handle(app, endpoints.readStock, async () => await readStock(deps))
	}
}

/**
 * Creates a product. Refuses with `producto_repetido` (so that a second click creates nothing), and as `insertProduct`
 * does.
 */
async function createProduct(
	deps: Pick<StaffDeps, 'db'>,
	actorId: number,
	request: CreateProductRequest,
): Promise<StaffProduct> {
	const created = await deps.db.transaction((tx) => insertProduct(tx, actorId, request))
	return created ?? refuse('producto_repetido')
}

/**
 * Inserts a product; its initial stock is the first row of its ledger. Undefined, and nothing is inserted, when one with
 * its sku and colour is on sale. Refuses with `producto_incompleto` and `valor_invalido`.
 */
export async function insertProduct(
	tx: Transaction,
	actorId: number,
	request: CreateProductRequest,
): Promise<StaffProduct | undefined> {
	const { nombre, sku, precio, stock, low_stock_threshold } = request
	if (nombre === '' || sku === '') refuse('producto_incompleto')
	for (const [field, { max, what }] of Object.entries(productLimits)) {
		const value = { precio, stock, low_stock_threshold }[field] ?? 0
		if (value < 0 || value > max) orRefuse(outsideLimits(field, what, max))
	}
	const [product] = await tx
		.insert(productos)
		.values({ nombre, sku, color: request.color ?? '', precio, stock, low_stock_threshold })
		.onConflictDoNothing()
		.returning()
	if (!product) return undefined
	if (stock > 0) {
		await tx
			.insert(movimientosStock)
			.values({ producto_id: product.id, cantidad: stock, motivo: 'inicial', usuario_id: actorId })
	}
	await writeAudit(tx, { tipo: 'producto', ref: product.id, usuario_id: actorId, accion: 'creado', despues: nombre })
	await announceCatalogChange(tx)
	return describeProduct(product)
}

const editable = ['nombre', 'sku', 'color', 'precio', 'stock', 'low_stock_threshold'] as const
type Field = (typeof editable)[number]

const readers = {
	nombre: plainText(200),
	sku: plainText(100),
	color: plainText(100).nullish(),
	precio: wholeNumber,
	stock: wholeNumber,
	low_stock_threshold: wholeNumber,
} as const

/** The value of a field, trimmed and within its limits. */
function readValue(field: Field, given: unknown): string | number {
	const read = readers[field].safeParse(given)
	if (!read.success) return orRefuse(notReadable(field))
	const value = read.data ?? ''
	if (typeof value === 'number') {
		if (field === 'nombre' || field === 'sku' || field === 'color') return orRefuse(notReadable(field))
		const { max, what } = productLimits[field]
		if (value < 0 || value > max) orRefuse(outsideLimits(field, what, max))
	}
	if (value === '' && field !== 'color') refuse('producto_incompleto')
	return value
}

/**
 * Changes one field of a product. A new stock is a row of the ledger; every process is notified of price and stock.
 * Refuses with `version_distinta` and the current product for an edit of an older version (a sale changes it too),
 * `producto_repetido` when another product has that sku and colour, `producto_incompleto`, `valor_invalido`,
 * `campo_no_editable`, and `identidad_requerida` as `allowSteep` does.
 */
async function editProduct(
	deps: Pick<StaffDeps, 'db' | 'mail' | 'jobs' | 'hooks' | 'clock'>,
	actor: StaffActor,
	productId: number,
	sent: SentEdit,
): Promise<StaffProduct> {
	const { field, value: given } = orRefuse(editedField(sent.fields, editable))
	const value = readValue(field, given)
	return await deps.db.transaction(async (tx) => {
		const product = (await lockProduct(tx, productId)) ?? refuse('producto_desconocido')
		if (product[field] === value) return describeProduct(product)
		if (sent.version !== undefined && sent.version !== product.version)
			refuse('version_distinta', { extra: { actual: describeProduct(product) } })
		if (field === 'stock') {
			const cantidad = Number(value) - product.stock
			return describeProduct(await adjustStock(deps, tx, product, { cantidad, usuario_id: actor.id, nota: '' }))
		}
		await allowSteep(deps, tx, actor, product, { field, value })
		return await setField(tx, product, { field, value, actorId: actor.id })
	})
}

/**
 * Sets the price in CLP of every colour on sale, in one transaction. Refuses with `valor_invalido`, and with
 * `identidad_requerida` as `allowSteep` does; then no price changes.
 */
async function setAllPrices(
	deps: Pick<StaffDeps, 'db' | 'mail' | 'jobs' | 'clock'>,
	actor: StaffActor,
	precio: number,
): Promise<{ results: StaffProduct[]; count: number }> {
	orRefuse(freePriceProblem(precio))
	const value = readValue('precio', precio)
	return await deps.db.transaction(async (tx) => {
		const products = await lockProducts(tx, eq(productos.sku, sku))
		const results: StaffProduct[] = []
		for (const product of products) {
			await allowSteep(deps, tx, actor, product, { field: 'precio', value })
			const isSame = product.precio === value
			const change = { field: 'precio', value, actorId: actor.id } as const
			results.push(isSame ? describeProduct(product) : await setField(tx, product, change))
		}
		return { results, count: results.length }
	})
}

/** The failure `valor_invalido` of a price of 0, as which an empty text counts: only the row of one product may have it. */
export const freePriceProblem = (precio: number): Failure | undefined =>
	precio === 0
		? fail('valor_invalido', { text: 'Escribe el precio en pesos, desde 1.', extra: { campo: 'precio' } })
		: undefined

/** Requires a fresh proof for a price below half of the last day's, and for a text that customers read. */
async function allowSteep(
	deps: Pick<StaffDeps, 'mail' | 'clock'>,
	tx: Transaction,
	actor: StaffActor,
	product: ProductRow,
	{ field, value }: { field: Exclude<Field, 'stock'>; value: string | number },
): Promise<void> {
	if (field === 'nombre' || field === 'color') {
		if (!isFreshIdentity(actor.identidad_at, deps.clock.now())) refuse('identidad_requerida')
		return
	}
	if (field !== 'precio') return
	const former = Math.max(product.precio, await highestPriceOfDay(tx, product.id, deps.clock.now()))
	if (Number(value) * 2 >= former) return
	await allowMoneyChange(deps, tx, actor, {
		clave: `precio:${product.id}:${product.version}`,
		campo: `Precio de ${product.nombre} ${product.color}`.trim(),
		antes: `${former} pesos`,
		despues: `${value} pesos`,
	})
}

async function setField(
	tx: Transaction,
	product: ProductRow,
	{ field, value, actorId }: { field: Exclude<Field, 'stock'>; value: string | number; actorId: number },
): Promise<StaffProduct> {
	if (field === 'sku' || field === 'color') {
		// Serialised over all processes.
		await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('producto:nombre', 0))`)
		const next = { ...product, [field]: value }
		const isOther = and(eq(productos.sku, next.sku), eq(productos.color, next.color), ne(productos.id, next.id))
		const taken = await tx.$count(productos, and(isOther, isNull(productos.deleted_at)))
		if (taken > 0) refuse('producto_repetido')
	}
	const [changed] = await tx
		.update(productos)
		.set({ [field]: value, version: sql`${productos.version} + 1` })
		.where(eq(productos.id, product.id))
		.returning()
	if (!changed) throw new Error('a locked product is gone')
	await writeAudit(tx, {
		tipo: 'producto',
		ref: product.id,
		usuario_id: actorId,
		accion: 'editado',
		campo: field,
		antes: product[field],
		despues: value,
	})
	await announceCatalogChange(tx)
	return describeProduct(changed)
}

/**
 * Removes a product from sale. Its row stays for old orders and the ledger, which is set to zero; sku and colour are
 * free again. Idempotent. Refuses with `producto_desconocido` for an unknown id.
 */
async function deleteProduct(deps: Pick<StaffDeps, 'db' | 'clock'>, actorId: number, productId: number): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const product = await lockProduct(tx, productId)
		if (!product) {
			const [known] = await tx.select({ id: productos.id }).from(productos).where(eq(productos.id, productId))
			if (!known) refuse('producto_desconocido')
			return
		}
		const out = { cantidad: -product.stock, usuario_id: actorId, nota: 'producto eliminado' }
		// No low-stock mail for a product that is no longer sold.
		await adjustStock(undefined, tx, product, out)
		await tx
			.update(productos)
			.set({ deleted_at: deps.clock.now(), version: sql`${productos.version} + 1` })
			.where(eq(productos.id, productId))
		const antes = [product.nombre, product.sku, product.color].filter(Boolean).join(' · ')
		await writeAudit(tx, { tipo: 'producto', ref: productId, usuario_id: actorId, accion: 'eliminado', antes })
		await announceCatalogChange(tx)
	})
}

const firstPrice = 29_990
/** A demo needs stock; real stock is set by the owner. */
export const demoStock = 25

/** Inserts the four colours into an empty shop, each with `stock` units as the first row of their ledger. */
export async function seedCatalog(db: Database, stock = demoStock): Promise<void> {
	await db.transaction(async (tx) => {
		const [any] = await tx.select({ id: productos.id }).from(productos).where(eq(productos.sku, sku)).limit(1)
		if (any) return
		const rows = await tx
			.insert(productos)
			.values(
				builtInColors.map((color) => ({
					nombre: productName,
					sku,
					color,
					precio: firstPrice,
					stock,
					low_stock_threshold: defaultLowStockThreshold,
				})),
			)
			.onConflictDoNothing()
			.returning({ id: productos.id })
		if (rows.length === 0 || stock === 0) return
		await tx
			.insert(movimientosStock)
			.values(rows.map(({ id }) => ({ producto_id: id, cantidad: stock, motivo: 'inicial' as const })))
	})
}
