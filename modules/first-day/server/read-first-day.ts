import { and, count, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { isAllowed, type Rights } from '#core/rules/permissions.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { runtimeWarning } from '#core/server/platform/runtime.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import { type FirstDayStep, firstDaySteps, judgeBackup, type RecordedStep } from '#modules/first-day/first-day.ts'
import type { FirstDayAnswer, FirstDayItem } from '#modules/first-day/shapes/first-day.ts'
import { correos } from '#modules/orders/mail-tables.ts'
import { closureOf } from '#modules/settings/closure.ts'
import { missingToSell } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { type SettingKey, settingLabel } from '#modules/settings/settings.ts'
import { primerDia } from '#modules/settings/tables.ts'

type Found = Omit<FirstDayItem, 'paso'>

/** Required settings of one kind without a value, by their names. */
function settingsFound(missing: readonly SettingKey[], prefix: string): Found {
	const names = missing.filter((key) => key.startsWith(prefix)).map((key) => settingLabel(key))
	return { listo: names.length === 0, texto: names.length === 0 ? '' : `Falta: ${names.join(', ')}.` }
}

async function stockFound(db: Queryable): Promise<Found> {
	const isThere = and(isNull(productos.deleted_at), gt(productos.stock, 0))
	const [row] = await db.select({ n: count() }).from(productos).where(isThere)
	return { listo: (row?.n ?? 0) > 0, texto: '' }
}

async function mailFound(db: Queryable): Promise<Found> {
	const [last] = await db
		.select({ destinatario: correos.destinatario })
		.from(correos)
		.where(and(eq(correos.plantilla, 'correo_prueba'), isNotNull(correos.enviado_at)))
		.orderBy(desc(correos.enviado_at))
		.limit(1)
	return { listo: last !== undefined, texto: last ? `Salió a ${last.destinatario}.` : '' }
}

async function secondFactorFound(db: Queryable): Promise<Found> {
	const isOpen = and(eq(usuarios.is_superuser, true), eq(usuarios.is_staff, true), eq(usuarios.is_active, true))
	const without = await db
		.select({ email: usuarios.email })
		.from(usuarios)
		.where(and(isOpen, isNull(usuarios.segundo_factor_at)))
	const names = without.map(({ email }) => email).join(', ')
	return { listo: without.length === 0, texto: names && `Le falta a ${names}.` }
}

/**
 * Returns the first day's list with what is missing, whether the shop is closed, and whether `actor` may try its steps.
 */
export async function readFirstDay(
	{ db, clock }: { readonly db: Queryable; readonly clock: Clock },
	actor: Rights,
	nodeVersion = process.versions.node,
): Promise<FirstDayAnswer> {
	const runtime = runtimeWarning(nodeVersion)
	const settings = await readSettings(db)
	const missing = missingToSell(settings)
	const closure = closureOf(settings, clock.now())
	const records = await db.select().from(primerDia)
	const recordOf = (paso: RecordedStep) => records.find((one) => one.paso === paso)
	const recorded = (paso: RecordedStep): Found => {
		const record = recordOf(paso)
		return { listo: record !== undefined, texto: record?.texto ?? '' }
	}
	const found: Readonly<Record<FirstDayStep, Found>> = {
		vendedor: settingsFound(missing, 'vendedor_'),
		banco: settingsFound(missing, 'banco_'),
		retiro: settingsFound(missing, 'retiro_'),
		stock: await stockFound(db),
		correo: await mailFound(db),
		pasarela: recorded('pasarela'),
		mapa: missing.includes('tienda_posicion') ? settingsFound(missing, 'tienda_') : recorded('mapa'),
		politicas: recorded('politicas'),
		segundo_factor: await secondFactorFound(db),
		respaldo: judgeBackup(recordOf('respaldo'), clock.now()),
		servidor: { listo: runtime === undefined, texto: runtime ?? '' },
	}
	// The owner sees the version of Node only while an update is needed.
	const results = firstDaySteps
		.map((paso) => ({ paso, ...found[paso] }))
		.filter(({ paso, listo }) => paso !== 'servidor' || !listo)
	const faltan = results.filter(({ listo }) => !listo).length
	return {
		results,
		count: results.length,
		faltan,
		cierre: closure ? { vuelta: closure.vuelta } : null,
		editable: isAllowed('cambiar_tienda', actor),
	}
}
