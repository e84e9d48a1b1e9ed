import { sql } from 'drizzle-orm'
import { dayIn } from '#core/rules/times.ts'
import { exportFiles } from '#modules/orders/staff/shapes.ts'
import { aPlain } from '#tests/pictures.ts'
import { type Story, type StoryCalls, withKey } from '#tests/pinned/story/storyteller.ts'
import { pushSimulator } from '#tests/push-helpers.ts'
import { aCustomer } from '#tests/shop-helpers.ts'
import { callsWith } from '#tests/staff-helpers.ts'

/** The panel beside its orders: products, stock, coupons, settings, users, notices, numbers and files. */
export async function runPanel(story: Story, boss: StoryCalls, bossAccess: string): Promise<void> {
	await runProducts(boss)
	await runCoupons(boss)
	await runSettings(boss)
	await runUsers(story, boss)
	await runPush(story, boss, bossAccess)
	await runNumbers(story, boss)
	await runJobs(story, boss)
}

async function runProducts(boss: StoryCalls): Promise<void> {
	const products = '/api/admin_productos/'
	await boss.answer('GET', products)
	const created = { nombre: 'Tapa de repuesto', sku: 'TAPA-1', color: 'Negro', precio: 4990, stock: 8 }
	const { id } = await boss.json<{ id: number }>('POST', products, created)
	await boss.answer('PATCH', `${products}${id}/`, { precio: 5990 })
	await boss.answer('GET', `${products}${id}/precios/`)
	await boss.answer('PUT', `${products}precio/`, { precio: 29_990 })
	await boss.answer('POST', `${products}${id}/ajustar/`, { cantidad: 4, nota: 'Llegó una caja' }, withKey())
	await boss.answer('GET', `${products}${id}/movimientos/`)
	await boss.answer('GET', '/api/admin_stock/')
	await boss.answer('DELETE', `${products}${id}/`)
	const color = { color: 'Turquesa', muestra: '#33aa99', precio: 29_990, stock: 4 }
	await boss.answer('POST', `${products}colores/`, color)
	await boss.upload('PUT', `${products}colores/turquesa/foto/`, 'foto', await aPlain(900, 1200))
	await boss.answer('GET', `${products}colores/`)
	await boss.answer('DELETE', `${products}colores/turquesa/foto/`)
}

async function runCoupons(boss: StoryCalls): Promise<void> {
	const terms = { valor: 10, minimo: 0, desde: null, hasta: null, usos: 5, usos_cliente: null, solo_primera: false }
	await boss.answer('POST', '/api/admin_cupones/', { codigo: 'PRIMAVERA10', tipo: 'porcentaje', ...terms })
	await boss.answer('PUT', '/api/admin_cupones/PRIMAVERA10/', { activo: false })
	await boss.answer('GET', '/api/admin_cupones/')
}

async function runSettings(boss: StoryCalls): Promise<void> {
	const settings = '/api/admin_ajustes/'
	await boss.answer('GET', settings)
	await boss.answer('PUT', `${settings}dias_efectivo/`, { valor: 4 })
	await boss.answer('PUT', settings, { cambios: [{ clave: 'dias_revision', valor: 12 }] })
	await boss.answer('GET', `${settings}dias_efectivo/versiones/`)
	await boss.answer('POST', `${settings}vista/`, { cambios: [{ clave: 'pago_efectivo', valor: true }] })
	await boss.answer('GET', '/api/admin_posicion/?direccion=Avenida+Providencia+1234')
	await boss.answer('GET', '/api/admin_primer_dia/')
	await boss.answer('POST', '/api/admin_primer_dia/correo/')
}

async function runUsers(story: Story, boss: StoryCalls): Promise<void> {
	const { email } = await aCustomer(story.shop, 'Ines')
	type Users = { results: { id: number; email: string }[] }
	const { results } = await boss.json<Users>('GET', `/api/admin_usuarios/?q=${email}`)
	await boss.answer('PUT', `/api/admin_usuarios/${results[0]?.id}/`, { is_staff: true })
	await boss.answer('GET', '/api/admin_usuarios/')
}

async function runPush(story: Story, boss: StoryCalls, access: string): Promise<void> {
	const push = pushSimulator(story.shop)
	const staff = callsWith(story.shop, access)
	const phone = await push.aPhone(staff)
	const device = `/api/admin_avisos/${phone.id}/`
	await boss.answer('PATCH', device, { tipos: ['orden_pagada'] })
	await boss.answer('POST', `${device}aqui/`)
	await boss.answer('POST', `${device}probar/`)
	await boss.answer('GET', '/api/admin_avisos/')
	const nueva = await push.subscribe(staff)
	const anterior = { endpoint: phone.endpoint, auth: phone.keys.auth }
	await boss.answer('POST', '/api/avisos_renovar/', { anterior, nueva })
	await boss.answer('DELETE', device)
}

async function runNumbers({ shop, record }: Story, boss: StoryCalls): Promise<void> {
	const lists = ['resumen', 'por_recibir', 'embudo', 'visitas', 'numeros_reparto', 'entregas', 'trabajos', 'auditoria']
	for (const name of lists) await boss.answer('GET', `/api/admin_${name}/`)
	// One of each kind: refusals on a busy machine differ between runs.
	for (const kind of ['inicio_sesion', 'derechos_cambiados', 'cuenta_eliminada'])
		await boss.answer('GET', `/api/admin_seguridad/?tipo=${kind}`)
	const month = dayIn(shop.clock.now()).slice(0, 7)
	const numbersFiles = ['reposicion.csv', 'por_recibir.csv', 'embudo.csv', 'fuentes.csv', 'cupones.csv', 'reparto.csv']
	const files = [...exportFiles, ...numbersFiles, 'entregas.csv', `documentos.csv?mes=${month}`]
	for (const file of files) {
		const { body } = await boss.answer('GET', `/api/admin_exportar/${file}`)
		const [name = ''] = file.split('?')
		const route = (exportFiles as readonly string[]).includes(name) ? '{archivo}' : name
		record.note('GET', `/api/admin_exportar/${route}`, `${name}: ${body.split(/\r?\n/)[0]?.replace('\uFEFF', '')}`)
	}
}

async function runJobs({ shop }: Story, boss: StoryCalls): Promise<void> {
	const { db } = shop.database
	const payment = { gateway: 'mercadopago', intento_id: 'ajeno' } as const
	await db.transaction((tx) => shop.payments.jobs.enqueue(tx, 'liquidar_pago', payment))
	await db.execute(sql`update pgboss.job set state = 'failed', retry_count = retry_limit,
		completed_on = now(), output = '{"message": "sin respuesta"}' where name = 'liquidar_pago' and state = 'created'`)
	type Jobs = { results: { id: string }[] }
	const { results } = await boss.json<Jobs>('GET', '/api/admin_trabajos/?estado=fallido')
	await boss.answer('POST', `/api/admin_trabajos/${results[0]?.id}/reintentar/`)
}
