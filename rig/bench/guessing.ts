/**
 * Measures password guessing: how many of 300 wrong passwords on one account, from 60 addresses, are checked; how many of 40
 * from ten IPv6 networks of one site; and how long a normal login waits during 320 parallel wrong ones on other accounts.
 * Use: npx node rig/bench/guessing.ts
 */
import { newDataDir, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'

const port = await freePort()
const shop = await startShop(
	{ SHOP_MODE: 'demo', DATA_DIR: newDataDir(), PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' },
	120,
)
const password = 'una-clave-segura'

async function post(path: string, body: object, from: string) {
	const begin = performance.now()
	const answer = await fetch(`http://127.0.0.1:${port}/api/${path}/`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
		body: JSON.stringify(body),
	})
	await answer.arrayBuffer()
	return { status: answer.status, ms: Math.round(performance.now() - begin) }
}

const logIn = (username: string, given: string, from: string) => post('token', { username, password: given }, from)

const anAccount = (email: string) =>
	post('register', { email, password, first_name: 'Ana', last_name: 'Rojas' }, '198.51.100.1')

function countOf(answers: readonly { status: number }[]) {
	return Object.fromEntries(
		[...new Set(answers.map(({ status }) => status))].map((status) => [
			status,
			answers.filter((answer) => answer.status === status).length,
		]),
	)
}

await anAccount('ana@correo.cl')
let begin = performance.now()
const guesses = await Promise.all(
	Array.from({ length: 300 }, (_, n) => logIn('ana@correo.cl', `mala ${n}`, `203.0.113.${n % 60}`)),
)
console.log('300 wrong from 60 addresses', countOf(guesses), `${Math.round(performance.now() - begin)} ms`)
console.log('then the owner', await logIn('ana@correo.cl', password, '198.51.100.2'))

await anAccount('seis@correo.cl')
const sixes = await Promise.all(
	Array.from({ length: 40 }, (_, n) => logIn('seis@correo.cl', `mala ${n}`, `2001:db8:7:${n % 10}::${n}`)),
)
console.log('40 wrong from ten /64', countOf(sixes))

await anAccount('luz@correo.cl')
begin = performance.now()
const burst = Array.from({ length: 320 }, (_, n) => logIn(`otra${n}@correo.cl`, 'mala', `203.0.113.${n % 250}`))
await new Promise((resolve) => setTimeout(resolve, 300))
const honest = await logIn('luz@correo.cl', password, '198.51.100.9')
const others = await Promise.all(burst)
console.log('burst of 320', countOf(others), `${Math.round(performance.now() - begin)} ms`)
console.log('meanwhile an honest login', honest)
await shop.end('SIGTERM')
