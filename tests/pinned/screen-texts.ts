import { existsSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'

const weekday = '(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|lun|mar|mié|jue|vie|sáb|dom)'
const month =
	'(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)'
const dates = [
	`(?:${weekday}[.,]* )?\\d{1,2}(?: de |[ -])${month}(?:\\.?(?: de |[ -])\\d{4})?`,
	`${month}(?: de |[ -])\\d{4}`,
	`(?:${weekday}[.,]* )?\\d{1,2}[-/]\\d{1,2}[-/]\\d{4}`,
	'\\d{4}-\\d\\d-\\d\\d',
].map((date) => `(?<![\\p{L}\\d])${date}(?![\\p{L}\\d])`)
const anyDate = new RegExp(dates.join('|'), 'gu')

/** Replaces values that differ between runs: dates, hours, order numbers, generated texts, the number of open cases. */
function withoutChance(text: string): string {
	return (
		text
			.replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>')
			.replace(/\.[0-9a-f]{8}@/g, '@')
			.replace(/http:\/\/127\.0\.0\.1:\d+/g, '<shop>')
			.replace(/\/orden\/[\w.-]{20,}/g, '/orden/<token>')
			.replace(/http%3A%2F%2F[\w%.-]+/g, '<link>')
			.replace(/\b(id|token)=[\w%.-]{8,}/g, '$1=<token>')
			.replace(/\b(Red |red=)[a-z2-9]{10}\b/g, '$1<network>')
			.replace(/\d+(?= Camila)|(?<=cuenta=)\d+|(?<=term: Usuario ID\n *- definition: ")\d+/g, '<account>')
			// The shop loads the feed some time after its start.
			.replace(/^( *)- region "En el día a día":\n(?:\1 .*\n)+/gm, '')
			.replace(anyDate, '<day>')
			.replace(/\b\d{1,2}:\d\d\b/g, '<hour>')
			.replace(/© \d{4}/, '© <year>')
			// The tests run in a demo; what is recorded is the shop.
			.replace(/^ *- paragraph: "?Esta tienda es una demostración.*\n/gm, '')
			.replace(/\b1\d{3}\b/g, '<order>')
			.replace(/\buser=\d+/g, 'user=<user>')
			.replace(/"Casos \d+"/g, '"Casos"')
	)
}

/** Lists of current activity. */
const passing = new Set(['panel-seguridad', 'panel-trabajos'])

/** Returns roles, names and texts of the page. */
async function textOf(page: Page): Promise<string> {
	const lines = withoutChance(`${await page.locator('body').ariaSnapshot()}\n`).split('\n')
	return lines.filter((line, at) => line === '' || line !== lines[at - 1]).join('\n')
}

/**
 * Compares roles, names and texts of the page with the recorded ones: customers' screens on the phone, the panel's on the
 * desktop.
 */
export async function expectPinned(page: Page, name: string): Promise<void> {
	// Journeys create their own data, so their screens are not recorded.
	if (passing.has(name) || !test.info().file.includes('/tests/accessibility/')) return
	const isPanel = /^(over-)?panel/.test(name)
	if (test.info().project.name !== (isPanel ? 'desk' : 'phone')) return
	await expect(page.getByText(/^Cargando/)).toHaveCount(0)
	const file = test.info().snapshotPath(`${name}.txt`)
	const recorded = existsSync(file) ? readFileSync(file, 'utf8') : undefined
	// Retries, because answers may be pending.
	for (let tries = 0; tries < 40 && (await textOf(page)) !== recorded; tries += 1) await page.waitForTimeout(100)
	expect.soft(await textOf(page)).toMatchSnapshot(`${name}.txt`)
}
