/** Prints whether the shop can open with this configuration and what is wrong. Use: npm run doctor */
import { examineShop } from '#shop/server/doctor/examine-shop.ts'

const markOf = (about: string, isWrong: boolean) => {
	if (isWrong) return `✗ ${about}`
	return about === 'ojo' ? '! ojo' : `✓ ${about}`
}

const findings = await examineShop(process.env)
for (const { about, isWrong, text } of findings) process.stdout.write(`${markOf(about, isWrong)}: ${text}\n`)
const wrong = findings.filter(({ isWrong }) => isWrong).length
process.stdout.write(wrong === 0 ? 'Todo en orden.\n' : `Hay ${wrong} ${wrong === 1 ? 'problema' : 'problemas'}.\n`)
process.exit(wrong === 0 ? 0 : 1)
