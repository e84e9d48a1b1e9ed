// npm run screens: screenshots of every state of the accessibility suite, on contact sheets in test-results/contact-sheets.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { ensureBrowser, noBrowser } from './find-browser.mjs'
import { ensureBuilt, ensureInstalled, node, root } from './set-up.mjs'

const results = join(root, 'test-results')
const screens = join(results, 'screens')
const sheets = join(results, 'contact-sheets')

const layouts = {
	320: { wide: 160, columns: 16 },
	390: { wide: 180, columns: 14 },
	820: { wide: 240, columns: 12 },
	1280: { wide: 320, columns: 10 },
	1920: { wide: 400, columns: 8 },
}
const gap = 10
const labelHeight = 22
/** Maximum height as a multiple of the width; longer ones are cropped. */
const longest = 3

const labelOf = (text, wide) =>
	Buffer.from(
		`<svg width="${wide}" height="${labelHeight}"><text x="0" y="15" font-size="12" font-family="sans-serif">${text}</text></svg>`,
	)

/** One sheet: each state with its name, light and dark side by side. */
async function makeSheet(width, { wide, columns }) {
	const folder = join(screens, width)
	const names = readdirSync(folder)
		.map((file) => file.replace(/-light\.jpg$/, ''))
		.filter((name) => !name.endsWith('.jpg'))
		.sort()
	const tiles = names.flatMap((name) => ['light', 'dark'].map((scheme) => `${name}-${scheme}`))
	const parts = []
	let top = gap
	for (let at = 0; at < tiles.length; at += columns) {
		let rowHeight = 0
		for (const [place, tile] of tiles.slice(at, at + columns).entries()) {
			const small = sharp(join(folder, `${tile}.jpg`)).resize({ width: wide })
			const { data, info } = await small.jpeg().toBuffer({ resolveWithObject: true })
			const height = Math.min(info.height, wide * longest)
			const left = gap + place * (wide + gap)
			const input = await sharp(data).extract({ left: 0, top: 0, width: wide, height }).toBuffer()
			parts.push({ input: labelOf(tile, wide), left, top }, { input, left, top: top + labelHeight })
			rowHeight = Math.max(rowHeight, height)
		}
		top += labelHeight + rowHeight + gap
	}
	const size = { width: gap + columns * (wide + gap), height: top, channels: 3, background: '#ddd' }
	const path = join(sheets, `${width}.jpg`)
	await sharp({ create: size, limitInputPixels: false }).composite(parts).jpeg({ quality: 80 }).toFile(path)
	process.stdout.write(`${path}: ${names.length} estados\n`)
}

ensureInstalled({ withTools: true })
ensureBuilt()
// Its shops have no limits of unpaid orders.
spawnSync(node, ['tests/database-template.ts'], { cwd: root, stdio: 'inherit' })
const browser = await ensureBrowser()
if (!browser) throw new Error(noBrowser)
rmSync(screens, { recursive: true, force: true })
const { status } = spawnSync(
	node,
	['node_modules/@playwright/test/cli.js', 'test', 'tests/accessibility', ...process.argv.slice(2)],
	{ cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: browser, SCREENS: '1' } },
)
mkdirSync(sheets, { recursive: true })
const taken = new Set(readdirSync(screens))
for (const [width, layout] of Object.entries(layouts)) if (taken.has(width)) await makeSheet(width, layout)
process.exitCode = status ?? 1
