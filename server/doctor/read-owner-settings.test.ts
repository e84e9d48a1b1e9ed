import { expect, it } from 'vitest'
import { demoSettings } from '#domain/settings/settings.ts'
import { examineOwnerSettings, readOwnerSettings, remarksOnSettings } from '#server/doctor/read-owner-settings.ts'

type Query = Parameters<typeof readOwnerSettings>[0]
const nothing = { fixedSettings: new Map(), isDemo: false }

/** A database that says so of its table of settings; undefined: it has none. */
const databaseWith = (rows: object[] | undefined) =>
	({
		query: async (text: string) => ({ rows: text.includes('to_regclass') ? [{ there: rows !== undefined }] : rows }),
	}) as unknown as Query

const kept = [...demoSettings].map(([clave, valor]) => ({ clave, valor }))

it('says what is missing before anybody can buy, by the names of the panel', async () => {
	const settings = await readOwnerSettings(databaseWith(undefined), nothing)
	expect(() => examineOwnerSettings(settings)).toThrow(/^Razón social, RUT de la tienda.*en Ajustes$/)
	const rest = kept.filter(({ clave }) => clave !== 'banco_nombre')
	const almost = await readOwnerSettings(databaseWith(rest), nothing)
	expect(() => examineOwnerSettings(almost)).toThrow(/^Banco\. Nadie puede comprar/)
})

it('finds in order what stands in the database, in the environment, or in a demonstration', async () => {
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

it('remarks on what the demonstration had, and on a term that nobody named', async () => {
	const settings = await readOwnerSettings(databaseWith(kept), nothing)
	expect(remarksOnSettings(settings)).toEqual([expect.stringContaining('Número de cuenta y Teléfono de contacto')])
	expect(
		remarksOnSettings({ ...settings, banco_numero_cuenta: '1', vendedor_telefono: '2', plazo_entrega: null }),
	).toEqual([expect.stringContaining('falta el plazo de entrega')])
})
