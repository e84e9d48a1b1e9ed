import { describe, expect, it } from 'vitest'
import { type Permission, permissions } from '#core/rules/permissions.ts'
import { aShop } from '#tests/a-shop.ts'
import { type ApiDocument, operationsOf } from '#tests/api/fuzz-requests.ts'
import { aClerk, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const clerk = await aClerk(shop)

const nobodys = '00000000-0000-4000-8000-000000000000'
const order = `/api/admin_ordenes/${nobodys}`
const product = '/api/admin_productos/999999'
/** The calls of each row of the table. They name unknown ids, so that they change nothing. */
const calls: [Permission, Parameters<StaffCalls['send']>[0] | 'GET', string, object?][] = [
	['ver_panel', 'GET', '/api/admin_listar_ordenes/'],
	['ver_panel', 'GET', '/api/admin_buscar/?q=camila'],
	['ver_panel', 'GET', '/api/admin_casos/'],
	['ver_panel', 'GET', `${order}/`],
	['ver_panel', 'GET', '/api/admin_usuarios/'],
	['ver_panel', 'GET', '/api/admin_auditoria/'],
	['ver_panel', 'GET', '/api/admin_productos/'],
	['ver_seguridad', 'GET', '/api/admin_seguridad/'],
	['ver_panel', 'GET', `${product}/movimientos/`],
	['ver_panel', 'GET', `${product}/precios/`],
	['ver_panel', 'GET', '/api/admin_stock/'],
	['ver_panel', 'GET', '/api/admin_resumen/'],
	['ver_panel', 'GET', '/api/admin_por_recibir/'],
	['ver_panel', 'GET', '/api/admin_embudo/'],
	['ver_panel', 'GET', '/api/admin_visitas/'],
	['ver_panel', 'GET', '/api/admin_cierre/'],
	['cerrar_dia', 'POST', '/api/admin_cierre/', { dia: '2026-01-01', anterior: null, conteos: [] }],
	['vender', 'POST', '/api/admin_ventas/', {}],
	['atender_solicitudes', 'GET', `/api/admin_ventas/${nobodys}/datos/`],
	['atender_solicitudes', 'DELETE', `/api/admin_ventas/${nobodys}/datos/`],
	['ver_panel', 'GET', '/api/admin_numeros_reparto/'],
	['ver_panel', 'GET', '/api/admin_trabajos/'],
	['editar_ordenes', 'PUT', `${order}/`, { total: 1 }],
	['editar_ordenes', 'POST', `${order}/confirmar_transferencia/`],
	['editar_ordenes', 'POST', `${order}/rechazar_comprobante/`],
	['editar_ordenes', 'POST', `${order}/entregar/`],
	['editar_ordenes', 'POST', `${order}/cancelar/`],
	['editar_ordenes', 'POST', `${order}/anotar_documento/`, {}],
	['editar_ordenes', 'POST', `${order}/notas/`, { texto: 'Hola' }],
	['editar_ordenes', 'POST', `${order}/reenviar_correo/`, {}],
	['editar_ordenes', 'POST', `/api/admin_casos/${nobodys}/resolver/`],
	['devolver_dinero', 'POST', `${order}/devolver/`, { monto: 1, motivo: 'error' }],
	['devolver_dinero', 'POST', `${order}/aclarar_devolucion/`, {}],
	['devolver_dinero', 'POST', `${order}/devolver_por_transferencia/`, {}],
	['devolver_dinero', 'POST', `${order}/devolver_a_mano/`, {}],
	['ver_panel', 'GET', '/api/admin_reparto/'],
	['ver_panel', 'GET', '/api/admin_hojas/?ordenes=1001'],
	['ver_panel', 'GET', '/api/admin_entregas/'],
	['ver_panel', 'GET', `/api/admin_rondas/${nobodys}/`],
	['ver_panel', 'GET', `/api/admin_rondas/${nobodys}/mapa/`],
	['repartir', 'POST', '/api/admin_rondas/', {}],
	['repartir', 'PUT', `/api/admin_rondas/${nobodys}/`, {}],
	['repartir', 'POST', `/api/admin_rondas/${nobodys}/ordenar/`],
	['repartir', 'POST', `/api/admin_rondas/${nobodys}/agregar/`, {}],
	['repartir', 'POST', `/api/admin_rondas/${nobodys}/quitar/`, {}],
	['repartir', 'POST', `/api/admin_rondas/${nobodys}/salir/`],
	['repartir', 'POST', `/api/admin_rondas/${nobodys}/cerrar/`],
	['repartir', 'POST', `/api/admin_paradas/${nobodys}/entregar/`, {}],
	['repartir', 'POST', `/api/admin_paradas/${nobodys}/no_entregar/`, {}],
	['repartir', 'POST', `/api/admin_paradas/${nobodys}/deshacer/`, {}],
	['repartir', 'POST', `/api/admin_paradas/${nobodys}/foto/`],
	['recibir_avisos', 'GET', '/api/admin_avisos/'],
	['recibir_avisos', 'POST', '/api/admin_avisos/', {}],
	['recibir_avisos', 'PATCH', `/api/admin_avisos/${nobodys}/`, { tipos: [] }],
	['recibir_avisos', 'DELETE', `/api/admin_avisos/${nobodys}/`],
	['recibir_avisos', 'POST', `/api/admin_avisos/${nobodys}/aqui/`],
	['recibir_avisos', 'POST', `/api/admin_avisos/${nobodys}/probar/`],
	['repartir', 'POST', `/api/admin_retiros/${nobodys}/acordar/`, {}],
	['repartir', 'POST', `/api/admin_retiros/${nobodys}/entregar/`, {}],
	['repartir', 'POST', `/api/admin_retiros/${nobodys}/deshacer/`],
	['ver_panel', 'GET', '/api/admin_productos/colores/'],
	['editar_productos', 'POST', '/api/admin_productos/colores/', { color: 'x', muestra: '', precio: 1 }],
	['editar_productos', 'PUT', '/api/admin_productos/colores/nada/foto/'],
	['editar_productos', 'DELETE', '/api/admin_productos/colores/nada/foto/'],
	['editar_productos', 'POST', '/api/admin_productos/', {}],
	['editar_productos', 'PATCH', `${product}/`, { precio: 1 }],
	['editar_productos', 'DELETE', `${product}/`],
	['editar_productos', 'POST', `${product}/ajustar/`, {}],
	['exportar', 'GET', '/api/admin_exportar/ordenes.csv'],
	['exportar', 'GET', '/api/admin_exportar/reposicion.csv'],
	['exportar', 'GET', '/api/admin_exportar/por_recibir.csv'],
	['exportar', 'GET', '/api/admin_exportar/embudo.csv'],
	['exportar', 'GET', '/api/admin_exportar/fuentes.csv'],
	['exportar', 'GET', '/api/admin_exportar/reparto.csv'],
	['exportar', 'GET', '/api/admin_exportar/entregas.csv'],
	['exportar', 'GET', '/api/admin_exportar/documentos.csv?mes=2026-11'],
	['reintentar_trabajos', 'POST', `/api/admin_trabajos/${nobodys}/reintentar/`],
	['cambiar_ajustes', 'PUT', '/api/admin_ajustes/limite_unidades_linea/', { valor: 21 }],
	['cambiar_tienda', 'PUT', '/api/admin_ajustes/plazo_entrega/', { valor: '5 días' }],
	['ver_panel', 'GET', '/api/admin_primer_dia/'],
	['ver_panel', 'GET', '/api/admin_cupones/'],
	['cambiar_ajustes', 'PUT', '/api/admin_cupones/NADIE/', { activo: false }],
	[
		...(['cambiar_ajustes', 'POST', '/api/admin_cupones/'] as const),
		{
			codigo: 'x',
			tipo: 'monto',
			valor: 1,
			minimo: 0,
			desde: null,
			hasta: null,
			usos: null,
			usos_cliente: null,
			solo_primera: false,
		},
	],
	['cambiar_tienda', 'POST', '/api/admin_primer_dia/politicas/'],
	['cambiar_tienda', 'GET', '/api/admin_posicion/?direccion=nada'],
	['cambiar_ajustes', 'POST', '/api/admin_ajustes/vista/', { cambios: [{ clave: 'dias_efectivo', valor: 9 }] }],
	['cambiar_ajustes', 'PUT', '/api/admin_ajustes/', { cambios: [{ clave: 'dias_efectivo', valor: 9 }] }],
	['cambiar_derechos', 'PUT', '/api/admin_usuarios/9999999/', { is_staff: true }],
	['atender_solicitudes', 'PUT', '/api/admin_usuarios/9999999/bloqueo/', { bloqueada: true }],
	['atender_solicitudes', 'POST', '/api/admin_solicitudes/9999999/responder/', { respuesta: 'Listo' }],
	['ver_panel', 'GET', '/api/admin_solicitudes/'],
]

async function whileFor<Result>(
	who: 'staff' | 'superusuario',
	permission: Permission,
	act: () => Promise<Result>,
): Promise<Result> {
	const before = permissions[permission]
	Object.assign(permissions, { [permission]: who })
	return await act().finally(() => Object.assign(permissions, { [permission]: before }))
}

describe('the table of permissions', () => {
	it.each(calls)('%s decides who may %s %s', async (permission, method, url, payload) => {
		const codeFor = async (who: StaffCalls) => {
			const answer = method === 'GET' ? await who.get(url) : await who.send(method, url, payload)
			return answer.statusCode < 400 ? undefined : answer.json().code
		}
		await whileFor('staff', permission, async () => {
			expect(await codeFor(clerk)).not.toBe('solo_superusuario')
		})
		await whileFor('superusuario', permission, async () => {
			expect(await codeFor(clerk)).toBe('solo_superusuario')
			expect(await codeFor(boss)).not.toBe('solo_superusuario')
		})
	})

	it('has a row for each call under /api/admin_', async () => {
		const document = (await shop.app.inject('/api/openapi.json')).json<ApiDocument>()
		const ofPanel = operationsOf(document).filter(({ path }) => path.startsWith('/api/admin_'))
		const open: string[] = []
		for (const { method, path } of ofPanel) {
			const answer = await shop.app.inject({ method, url: path.replaceAll(/\{\w+\}/g, 'x') })
			if (answer.statusCode !== 401) open.push(`${method} ${path}`)
		}
		expect(open).toEqual([])
		expect(ofPanel.length).toBeGreaterThan(80)
	})

	it('has a call of the panel for each row', () => {
		const used = new Set(calls.map(([permission]) => permission))
		expect([...used].toSorted()).toEqual(Object.keys(permissions).toSorted())
	})
})
