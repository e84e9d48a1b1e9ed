import { expect, test } from 'vitest'
import { previewSetting } from '#server/staff/operations/preview-setting.ts'

const owner = { id: 1, email: 'jefa@premiumshaker.cl', is_staff: true, is_superuser: true, is_active: true }
const clerk = { ...owner, is_superuser: false }
const pages = { preview: async (path: string, change: object) => `${path} ${JSON.stringify(change)}` }

test('shows the page with the value as it would be kept', async () => {
	const change = { clave: 'retiro_estacion', valor: ' Metro  Tobalaba ' } as const
	expect(await previewSetting(pages, owner, change)).toEqual({
		...{ html: '/ {"retiro_estacion":"Metro Tobalaba"}', ancla: null },
	})
})

test.each([
	['solo_superusuario', clerk, { clave: 'retiro_estacion', valor: 'Tobalaba' }],
	['valor_invalido', owner, { clave: 'despacho_tramos', valor: '1' }],
	['no_encontrado', owner, { clave: 'banco_nombre', valor: 'Banco Estado' }],
] as const)('refuses with %s', async (failure, actor, change) => {
	expect(await previewSetting(pages, actor, change)).toMatchObject({ failure })
})

test('refuses where there are no pages', async () => {
	const change = { clave: 'retiro_estacion', valor: 'Tobalaba' } as const
	expect(await previewSetting({}, owner, change)).toMatchObject({ failure: 'no_encontrado' })
})
