import { expect, test } from 'vitest'
import { criticalStyles, namesOf } from '#server/http/pages/critical-styles.ts'

const keep = (css: string, ...names: string[]) => criticalStyles(css, new Set(names))

test('rules for elements and classes that the page has stay, the others go', () => {
	expect(keep('.a{color:red}.b{color:blue}p{margin:0}hr{margin:0}', '.a', 'p')).toBe('.a{color:red}p{margin:0}')
})

test('of a selector list those stay that can apply', () => {
	expect(keep('.a,.b:disabled{x:y}.c .d{x:y}', '.b', '.c')).toBe('.b:disabled{x:y}')
	expect(keep(':where(.a,.b) p,.c{x:y}', '.c')).toBe('.c{x:y}')
	expect(keep('*,:after,:root{x:y}[data-color=negro] .a{x:y}#app{x:y}#far{x:y}', '.a', '#app')).toBe(
		'*,:after,:root{x:y}[data-color=negro] .a{x:y}#app{x:y}',
	)
	expect(keep('a:not(.b):focus-visible{x:y}', 'a')).toBe('a:not(.b):focus-visible{x:y}')
})

test('what stands in for pictures comes with the whole stylesheet', () => {
	expect(keep('.picture-a{x:y}.a .b{x:y}', '.picture-a', '.a', '.b')).toBe('.a .b{x:y}')
})

test('what answers to a pointer comes with the whole stylesheet', () => {
	expect(keep('.a:hover{x:y}@media (hover:hover){.a{x:y}}.a:active{x:y}.a{x:y}', '.a')).toBe('.a{x:y}')
})

test('groups are searched, empty ones go, and layers keep their place in the order', () => {
	const css = '@layer base,components;@layer base{p{a:b}}@layer components{.x{a:b}}@media (width>1px){.x{a:b}}'
	expect(keep(css, 'p')).toBe('@layer base,components;@layer base{p{a:b}}@layer components{}')
	expect(keep(css, 'p', '.x')).toBe(css)
})

test('the letters that stand in stay, those that have to be fetched wait', () => {
	const css = '@font-face{src:local("a{b};c")}'
	expect(keep(`@font-face{src:url("a{b};c")}${css}`)).toBe(css)
})

test('letters that are not there yet are not asked for', () => {
	const standIn = '@font-face{font-family:B;src:local(b)}'
	expect(keep(`@font-face{font-family:A;src:url(a)}${standIn}p{font-family:"A", "B"}`, 'p')).toBe(
		`${standIn}p{font-family:"B"}`,
	)
})

test('what only shows once something happens waits, and a rule of nothing else with it', () => {
	expect(keep('p{transition:color 1s,opacity 1s;color:red;cursor:pointer}p{transition-delay:1s}', 'p')).toBe(
		'p{color:red}',
	)
	expect(keep('p{background:url(data:image/webp;base64,AA;transition:x);color:red}', 'p')).toBe(
		'p{background:url(data:image/webp;base64,AA;transition:x);color:red}',
	)
})

test('a mixed colour follows the plain one for browsers that cannot mix', () => {
	const css = 'p{color:red}@supports (color:color-mix(in lab, red, red)){p{color:color-mix(in oklab, red, blue)}}'
	expect(keep(css, 'p')).toBe('p{color:red}p{color:color-mix(in oklab, red, blue)}')
})

test('of animations and registered properties those stay that a kept rule uses', () => {
	const used =
		'@media print{p{--motion:k 1s;width:var(--w)}}@keyframes k{to{rotate:1turn}}@property --w{syntax:"*";inherits:false}'
	expect(keep(used, 'p')).toBe(used)
	expect(keep(used)).toBe('')
	expect(keep('p{animation:k 1s}@keyframes k{to{rotate:1turn}}', 'p')).toBe('')
})

test('escaped class names of utilities are found', () => {
	const names = namesOf('<p id="x" class="md:p-4 max-w-[44ch]"></p>')
	expect(names).toContain('#x')
	expect(criticalStyles('.md\\:p-4{a:b}.max-w-\\[44ch\\]{a:b}.p-4{a:b}', names)).toBe(
		'.md\\:p-4{a:b}.max-w-\\[44ch\\]{a:b}',
	)
})
