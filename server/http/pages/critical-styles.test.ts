import { expect, test } from 'vitest'
import { classNamesOf, criticalStyles } from '#server/http/pages/critical-styles.ts'

const keep = (css: string, ...names: string[]) => criticalStyles(css, new Set(names))

test('rules for classes that the page has stay, the others go', () => {
	expect(keep('.a{color:red}.b{color:blue}p{margin:0}', 'a')).toBe('.a{color:red}p{margin:0}')
})

test('a selector list stays when one of its selectors can apply', () => {
	expect(keep('.a,.b:hover{x:y}.c .d{x:y}', 'b', 'c')).toBe('.a,.b:hover{x:y}')
	expect(keep(':where(.a,.b) p,.c{x:y}', 'c')).toBe(':where(.a,.b) p,.c{x:y}')
})

test('groups are searched, empty ones go, and layers keep their place in the order', () => {
	const css = '@layer base,components;@layer base{p{a:b}}@layer components{.x{a:b}}@media (width>1px){.x{a:b}}'
	expect(keep(css, 'y')).toBe('@layer base,components;@layer base{p{a:b}}@layer components{}')
	expect(keep(css, 'x')).toBe(css)
})

test('fonts and keyframes stay, also with braces and semicolons in strings', () => {
	const css = '@font-face{src:url("a{b};c")}@keyframes k{to{rotate:1turn}}'
	expect(keep(css)).toBe(css)
})

test('escaped class names of utilities are found', () => {
	const names = classNamesOf('<p class="md:p-4 max-w-[44ch]"></p>')
	expect(criticalStyles('.md\\:p-4{a:b}.max-w-\\[44ch\\]{a:b}.p-4{a:b}', names)).toBe(
		'.md\\:p-4{a:b}.max-w-\\[44ch\\]{a:b}',
	)
})
