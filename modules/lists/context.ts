import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Failure } from '#core/contract/failure.ts'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { AlertKind, PanelPlace } from '#core/rules/staff-panel.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'
import type { JobData } from '#core/server/jobs/queues.ts'
import type { Period } from '#core/server/lists/list-page.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import type { DiskState } from '#core/server/platform/runtime.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import type { usuarios } from '#core/server/users/tables.ts'
import type { IdentityFactor, SessionHook } from '#modules/accounts/server/guard.ts'
import type { editProfileRequest } from '#modules/accounts/shapes.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { ownDataParts, PlaceOrderHeaders, profileParts } from '#modules/lists/shapes.ts'
import type { Coupon } from '#modules/orders/coupon.ts'
import type { AttemptRow } from '#modules/orders/payment-tables.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import type { CircuitBreaker, Gateway, GatewayPayment } from '#modules/payments/server/gateways/gateway.ts'
import type { BreachKind } from '#modules/privacy/breach-kinds.ts'

/** Dependencies of use cases, their first parameter; each picks the fields that it needs. */
export interface Context extends MailContext {
	readonly db: Database
	readonly clock: Clock
	readonly newId: () => string
	readonly jobs: Pick<Jobs, 'enqueue'>
	readonly log: Log
	readonly hooks: Hooks
}

/** What tells people and other modules of something, in the transaction that it happens in. */
export type NotifyContext = Pick<Context, 'mail' | 'jobs' | 'hooks'>

/** Dependencies of the panel's use cases. */
export interface StaffDeps extends Context {
	readonly jobs: Jobs
	readonly signer: Signer
}

/** A function that an event runs, inside the event's transaction: what it throws undoes the event. */
type Hook<Event> = (deps: NotifyContext, tx: Transaction, event: Event) => Promise<void>

/** Discount codes of a module, besides the environment's. */
export interface DiscountCodes {
	/** The coupon of a code (trimmed, upper case), valid or not. */
	readonly find: (db: Queryable, codigo: string) => Promise<Coupon | undefined>
	/** Whether any code may be valid, so that the checkout validates what it does not know. */
	readonly hasAny: (db: Queryable) => Promise<boolean>
}

/** An occasion of which staff are notified. `clave` is unique: one alert per occasion. */
export interface StaffAlert {
	readonly clave: string
	readonly tipo: AlertKind
	readonly orden?: { readonly id: string; readonly nro_orden: number }
	readonly ronda_id?: string
}

/** An order before it is written. */
export interface PricedOrder {
	readonly settings: ShopSettings
	/** The customer's account; null: none. */
	readonly user: number | null
	readonly request: PlaceOrderRequest
	/** CLP, computed by the server. */
	readonly total: number
}

/** An order that was just written. */
export interface PlacedOrder extends Pick<PricedOrder, 'settings' | 'request'> {
	readonly order: OrderRow
	/** Of the customer's request; undefined where staff entered the order. */
	readonly headers: PlaceOrderHeaders | undefined
}

/** The events of the specification's modules, for modules that they do not know. `modules/lists/hooks.ts` lists what each runs. */
export interface Hooks {
	/**
	 * An order's money, or what it should be, may have changed; under the order's lock. `notBefore`: until then staff can
	 * undo the change.
	 */
	readonly orderMoneyChanged: readonly Hook<{ readonly orderId: string; readonly notBefore?: Date | undefined }>[]
	/** What modules add to the panel's numbers of a period, with the fields of `modules/lists/shapes.ts`. */
	readonly summaryParts: readonly ((db: Queryable, period: Period) => Promise<object>)[]
	/** An order is requested, before its delivery is priced: the first failure refuses it. */
	readonly orderRequested: readonly ((request: PlaceOrderRequest) => Failure | undefined)[]
	/**
	 * An order passed every check, under its buyer's and its products' locks and before that of the numbers: the first
	 * failure refuses it.
	 */
	readonly orderPriced: readonly ((tx: Transaction, event: PricedOrder) => Promise<Failure | undefined>)[]
	/** An order was written, under all locks of its transaction. */
	readonly orderPlaced: readonly ((tx: Transaction, event: PlacedOrder) => Promise<void>)[]
	/** A customer cancels an unpaid order, under its lock: the first failure refuses it. */
	readonly cancelRequested: readonly ((tx: Transaction, order: OrderRow) => Promise<Failure | undefined>)[]
	/** A gateway made a refund, under the order's lock: the first reason makes the order a case for staff. */
	readonly refundMade: readonly ((tx: Transaction, order: OrderRow) => Promise<CaseReason | undefined>)[]
	/** What an order is placed under that modules freeze with it. */
	readonly orderTerms: readonly ((settings: ShopSettings) => Pick<OrderRow, 'boleta_modelo' | 'boleta_momento'>)[]
	/** Read before an order's locks, to price it and to validate a code; the first module that knows a code decides. */
	readonly discountCodes: readonly DiscountCodes[]
	/**
	 * A gateway reported a payment, stored by now, under its order's lock. True: what it reverses belongs to a dispute, and
	 * is no case of its own.
	 */
	readonly paymentRead: readonly ((
		deps: Context,
		tx: Transaction,
		attempt: Pick<AttemptRow, 'gateway' | 'orden_id'>,
		payment: GatewayPayment,
	) => Promise<boolean>)[]
	/** A gateway's notification names a dispute or a fraud warning, in a transaction of its own. */
	readonly disputeReported: readonly Hook<JobData['seguir_disputa']>[]
	/** Each minute, beside the polls of payments and refunds, with their circuit breaker. */
	readonly gatewayPolls: readonly ((
		deps: Context & { readonly gateways: ReadonlyMap<GatewayMethod, Gateway> },
		breaker: CircuitBreaker,
	) => Promise<void>)[]
	/** Staff should know of an occasion at once; in the transaction that it happens in, besides any mail. */
	readonly staffAlert: readonly Hook<StaffAlert>[]
	/** A password or Google was right; before the login's session opens, under the lock of the account's row. */
	readonly beforeSession: readonly SessionHook[]
	readonly identityFactors: readonly IdentityFactor[]
	/** Reads the fields of the profile that modules add (`modules/lists/shapes.ts`). */
	readonly profileFields: {
		readonly [Name in keyof ProfileParts]: (db: Queryable, accountId: number) => Promise<ProfileParts[Name]>
	}
	/** The columns of the account that modules change with the profile. */
	readonly profileChanges: readonly ((
		changes: z.output<typeof editProfileRequest>,
	) => Partial<typeof usuarios.$inferInsert>)[]
	/**
	 * The owner of pending rights proved to read the account's mail: what another person may have added to the account
	 * before, and would lock the owner out, is to be removed.
	 */
	readonly pendingRightsProved: readonly ((tx: Transaction, accountId: number) => Promise<void>)[]
	/** A customer deleted the account, whose row is anonymous and locked by now: their other data is to be deleted. */
	readonly forgetAccount: readonly ((tx: Transaction, accountId: number) => Promise<void>)[]
	/** The person of an address is erased, with an account or without: what modules store by the address is to be deleted. */
	readonly forgetAddress: readonly ((deps: PurgeDeps, tx: Transaction, email: string) => Promise<void>)[]
	/**
	 * Orders of a deleted account are anonymized, under their locks. Files are deleted at once, before the commit: after a
	 * failure it is retried.
	 */
	readonly forgetOrders: readonly ((deps: PurgeDeps, tx: Transaction, orderIds: string[]) => Promise<void>)[]
	/** Lists of the customer's copy of their data, by name: about the account, and about up to 200 of its orders. */
	readonly exportAccount: Readonly<Record<string, (db: Database, accountId: number) => Promise<readonly object[]>>>
	/** About the address, with an account or without. */
	readonly exportAddress: Readonly<Record<string, (db: Database, email: string) => Promise<readonly object[]>>>
	readonly exportOrders: Readonly<Record<string, (db: Database, orderIds: string[]) => Promise<readonly object[]>>>
	/**
	 * Persons whose data of a kind modules store: SQL that selects `correo`, `nombre`, `telefono` and the `momento` at which
	 * it was written, without erased accounts.
	 */
	readonly affected: Readonly<Partial<Record<BreachKind, readonly SQL[]>>>
	/** An account may not use the panel any more, or never could; under its lock. */
	readonly panelAccessLost: readonly ((tx: Transaction, accountId: number) => Promise<void>)[]
	/** The operator changed an account's access from the command line, in the change's transaction. */
	readonly operatorCommand: readonly ((tx: Transaction, command: OperatorCommand) => Promise<void>)[]
	/** Chores of every five minutes, after the shop's own. A failing one does not stop the others. */
	readonly everyFiveMinutes: readonly ((deps: Context) => Promise<unknown>)[]
	/** Chores of the night, before the shop's own, which delete ended sessions. A failing one does not stop the others. */
	readonly daily: readonly ((deps: PurgeDeps & { readonly db: Database }) => Promise<unknown>)[]
}

/** What the checks of alarms may read. */
export interface AlarmDeps extends Pick<Context, 'db' | 'clock' | 'log'> {
	readonly gateways: ReadonlyMap<GatewayMethod, Gateway>
	readonly env: { readonly isDemo: boolean }
	readonly publicUrl: string
	readonly disk: (() => Promise<DiskState>) | undefined
}

/** A condition of the shop that its owner is told of while it lasts. */
export interface Alarm {
	/** Names it in the table `alarmas` and in the metric `tienda_alarma`. */
	readonly clave: string
	/**
	 * Its rule in deploy/prometheus-rules.yml. `limite`: the number with which that rule compares its own metric; without
	 * it the rule reads `tienda_alarma`.
	 */
	readonly regla: { readonly nombre: string; readonly limite?: number }
	/** Undefined: all is well. */
	readonly check: (deps: AlarmDeps) => Promise<AlarmText | undefined>
}

/** An alarm for the owner. */
export interface AlarmText {
	/** What is wrong: a sentence without its full stop. */
	readonly texto: string
	readonly queHacer: string
	/** Where in the panel it is handled. */
	readonly lugar?: PanelPlace
	/** Another mail of the shop tells of its beginning. */
	readonly isMailed?: boolean
}

export type ProfileParts = z.infer<z.ZodObject<typeof ownDataParts & typeof profileParts>>

/** Dependencies of what deletes data. */
export interface PurgeDeps {
	readonly files: Files
	readonly clock: Clock
}

export interface OperatorCommand {
	readonly accountId: number
	readonly tipo: 'derechos_cambiados' | 'segundo_factor_quitado'
	readonly detalle: string
}

/** Runs an event's hooks one after the other, in the order of their list. */
export async function runHooks<Event extends readonly unknown[]>(
	hooks: readonly ((...event: Event) => Promise<void>)[],
	...event: Event
): Promise<void> {
	for (const hook of hooks) await hook(...event)
}
