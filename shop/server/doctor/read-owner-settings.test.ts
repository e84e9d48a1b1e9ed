import { expect, it } from 'vitest'
import { demoSettings } from '#modules/settings/settings.ts'
import { examineOwnerSettings, readOwnerSettings, remarksOnSettings } from '#shop/server/doctor/read-owner-settings.ts'

type Query = Parameters<typeof readOwnerSettings>[0]
const nothing = { fixedSettings: new Map(), isDemo: false }

/** A database with these rows in its table of settings; undefined: without the table. */
const databaseWith = (rows: object[] | undefined) =>
	({
		query: async (text: string) => ({ rows: text.includes('to_regclass') ? [{ there: rows !== undefined }] : rows }),
	}) as unknown as Query

const kept = [...demoSettings].map(([clave, valor]) => ({ clave, valor }))

it('reports settings required for sales under their names in the panel', async () => {
	const settings = await readOwnerSettings(databaseWith(undefined), nothing)
	expect(() => examineOwnerSettings(settings)).toThrow(/^Razón social, RUT de la tienda.*en Ajustes$/)
	const rest = kept.filter(({ clave }) => clave !== 'banco_nombre')
	const almost = await readOwnerSettings(databaseWith(rest), nothing)
	expect(() => examineOwnerSettings(almost)).toThrow(/^Banco\. Nadie puede comprar/)
})

it('accepts settings of the database, of the environment, or of a demo', async () => {
	const ofDatabase = await readOwnerSettings(databaseWith(kept), nothing)
	const ofEnvironment = await readOwnerSettings(undefined, { ...nothing, fixedSettings: demoSettings })
	const ofDemo = await readOwnerSettings(undefined, { ...nothing, isDemo: true })
	for (const settings of [ofDatabase, ofEnvironment, ofDemo]) {
		expect(examineOwnerSettings(settings)).toBe('están los que hacen falta para vender')
	}
	const fixed = new Map([['vendedor_nombre' as const, 'La del servidor']])
	expect(await readOwnerSettings(databaseWith(kept), { ...nothing, fixedSettings: fixed })).toMatchObject({
		vendedor_nombre: 'La del servidor',
	})
})

it("remarks on the demo's values, and on a missing term", async () => {
	const settings = await readOwnerSettings(databaseWith(kept), nothing)
	expect(remarksOnSettings(settings)).toEqual([expect.stringContaining('Número de cuenta y Teléfono de contacto')])
	expect(
		remarksOnSettings({ ...settings, banco_numero_cuenta: '1', vendedor_telefono: '2', plazo_entrega: null }),
	).toEqual([expect.stringContaining('falta el plazo de entrega')])
})
