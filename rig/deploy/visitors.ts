/**
 * Visits a shop and buys from it until its input ends, from within the machine that sells: lifts limits and sets stock as staff
 * (STAFF_EMAIL, STAFF_PASSWORD) at the first process, then reads pages and places orders through the proxy. Writes what it saw
 * as JSON. Use: node rig/deploy/visitors.ts DOMAIN [URL of the process] [ms between two orders of a buyer]
 */
import { once } from 'node:events'
import { settingDefinitions } from '#modules/settings/settings.ts'
import { aBuyer, accessOf, sendOrderTo, setProducts } from '#tests/failures/process-helpers.ts'
import { startLoad } from '#tests/failures/steady-load.ts'
import { limits } from '#tests/lift-limits.ts'
import { anOrder } from '#tests/shop-helpers.ts'

const [, , domain, url = 'http://127.0.0.1:3001', pause = '1000'] = process.argv
const { STAFF_EMAIL = '', STAFF_PASSWORD = '' } = process.env
const shop = { url }
const access = await accessOf(shop, STAFF_EMAIL, STAFF_PASSWORD)
for (const key of limits) {
	const answer = await fetch(`${shop.url}/api/admin_ajustes/${key}/`, {
		method: 'PUT',
		headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
		body: JSON.stringify({ valor: settingDefinitions[key].max }),
	})
	if (!answer.ok) throw new Error(`${key}: ${answer.status} ${await answer.text()}`)
}
await setProducts(shop, access, 'stock', 5000)
const { status, body } = await sendOrderTo(shop, await aBuyer(shop), anOrder({ metodo_pago: 'efectivo' }))
if (status !== 200) throw new Error(`order: ${status} ${JSON.stringify(body)}`)
const buyers = [await aBuyer(shop), await aBuyer(shop)]
const load = startLoad(443, buyers, 2, { domain, pauseMs: Number(pause) })
process.stdout.write('begun\n')
await once(process.stdin.resume(), 'end')
const { orders, errors, ...seen } = await load.stop()
process.stdout.write(`${JSON.stringify({ ...seen, orders: orders + 1, errors: Object.fromEntries(errors) })}\n`)
