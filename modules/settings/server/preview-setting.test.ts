import { expect, test } from 'vitest'
import { previewSettings } from '#modules/settings/server/setting-routes.ts'

const owner = { id: 1, email: 'jefa@premiumshaker.cl', is_staff: true, is_superuser: true, is_active: true }
const clerk = { ...owner, is_superuser: false }
const options = {
	gateways: [],
	efectivo: true,
	cierre: null,
	cupon_sha256: null,
	hay_cupones: false,
	uf_135: 1,
	mapa_atribucion: '',
	estacion_retiro: 'Baquedano',
	horario_retiro: null,
	plazo_entrega: null,
	banco: { titular: '', rut: '', banco: '', tipo_cuenta: '', numero_cuenta: '', correo: '' },
}
const checkoutWith = async (change: object) => ({ ...options, ...change })
const pages = { checkoutWith, preview: async (path: string, change: object) => `${path} ${JSON.stringify(change)}` }

test('shows the page with the cleaned value', async () => {
	const change = { clave: 'vendedor_nombre', valor: ' La  Botella ' } as const
	expect(await previewSettings(pages, owner, [change])).toEqual({
		html: '/ {"vendedor_nombre":"La Botella"}',
		ancla: 'pie',
		pago: null,
	})
})

test('shows the checkout with the value', async () => {
	const change = { clave: 'plazo_entrega', valor: ' 2 días ' } as const
	const pago = { ...options, plazo_entrega: '2 días' }
	expect(await previewSettings(pages, owner, [change])).toEqual({ html: null, ancla: null, pago })
})

test('shows settings that belong together at once', async () => {
	const changes = [
		{ clave: 'carrusel_titulo_1', valor: 'Uno' },
		{ clave: 'carrusel_texto_1', valor: ' Dos ' },
	] as const
	const { html } = (await previewSettings(pages, owner, changes)) as { html: string }
	expect(html).toBe('/ {"carrusel_titulo_1":"Uno","carrusel_texto_1":"Dos"}')
})

test.each([
	['solo_superusuario', clerk, { clave: 'retiro_estacion', valor: 'Tobalaba' }],
	['valor_invalido', owner, { clave: 'despacho_tramos', valor: '1' }],
	['no_encontrado', owner, { clave: 'dias_efectivo', valor: 9 }],
] as const)('fails with %s', async (failure, actor, change) => {
	await expect(previewSettings(pages, actor, [change])).rejects.toThrow(failure)
})

test('fails where no pages are built', async () => {
	const change = { clave: 'vendedor_nombre', valor: 'La Botella' } as const
	await expect(previewSettings({ checkoutWith }, owner, [change])).rejects.toThrow('no_encontrado')
})
