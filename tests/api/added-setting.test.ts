import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { settingGroup, text } from '#modules/settings/setting-kinds.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aClerk, onVersion, theBoss } from '#tests/staff-helpers.ts'

/** A complete declaration; everything below derives from it. */
vi.mock(import('#modules/settings/seller-settings.ts'), async (load) => {
	const { sellerSettings, ...others } = await load()
	const settings = {
		...sellerSettings.settings,
		vendedor_lema: {
			label: 'Lema',
			help: 'Una línea.',
			...text('line', 20),
			env: 'SELLER_MOTTO',
			demo: 'Bate bien',
			neededToSell: false,
		},
	} as const
	return { ...others, sellerSettings: settingGroup({ ...sellerSettings, settings }) }
})
const clave = 'vendedor_lema' as never

const shop = await aShop()
const boss = await theBoss(shop)
const clerk = await aClerk(shop)

const path = '/api/admin_ajustes/vendedor_lema/'
const listed = async () =>
	(await boss.get('/api/admin_ajustes/')).json<{ results: StaffSetting[] }>().results.find((one) => one.clave === clave)

describe('a setting added by one declaration', () => {
	it('appears in the list, validates its value, is stored and has a history', async () => {
		expect(await listed()).toMatchObject({ inicial: null, editable: true, fijo: false })
		const first = await boss.send('PUT', path, { valor: '  Bate   mejor ' })
		expect(first.json()).toMatchObject({ valor: 'Bate mejor' })
		const tooLong = await boss.send('PUT', path, { valor: 'x'.repeat(21) }, onVersion(first.json().version))
		expect(tooLong.json()).toMatchObject({ code: 'valor_invalido', error: 'Escribe hasta 20 caracteres.' })
		const { results } = (await boss.get(`${path}versiones/`)).json()
		expect(results.map(({ valor }: { valor: unknown }) => valor)).toContain('Bate mejor')
	})

	it('requires the permission of its group', async () => {
		expect((await clerk.send('PUT', path, { valor: 'No' })).json()).toMatchObject({ code: 'solo_superusuario' })
	})

	it('is fixed by its environment variable and has a value in the demo shop', async () => {
		const { fixedSettings, ownerVariables } = await import('#modules/settings/server/owner-variables.ts')
		const { demoSettings } = await import('#modules/settings/settings.ts')
		expect(Object.keys(ownerVariables.variables)).toContain('SELLER_MOTTO')
		expect(fixedSettings({ SELLER_MOTTO: 'Fijo' } as never)).toEqual(new Map([[clave, 'Fijo']]))
		expect(demoSettings.get(clave)).toBe('Bate bien')
	})

	it('appears in the panel as a field of its group', async () => {
		const { settingGroups } = await import('#modules/settings/settings.ts')
		expect(settingGroups.flatMap(({ name, settings }) => (clave in settings ? [name] : []))).toEqual(['vendedor'])
		const { SettingControl } = await import('#modules/settings/web/setting-control.tsx')
		const control = SettingControl({
			clave,
			draft: 'Hola',
			hint: 'Una línea.',
			error: undefined,
			disabled: false,
			onDraft: () => {},
		})
		expect(renderToStaticMarkup(control)).toContain('Lema')
	})
})
