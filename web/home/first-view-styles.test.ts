import { expect, test } from 'vitest'
import { firstViewStyles, namesOf } from '#web/home/first-view-styles.ts'

const keep = (css: string, ...names: string[]) => firstViewStyles(css, new Set(names)).trim()

test('rules for elements and classes that the page has stay, the others go', () => {
	expect(keep('.a{color:red}.b{color:#00f}p{margin:0}hr{margin:0}', '.a', 'p')).toBe('.a{color:red}p{margin:0}')
})

test('of a selector list those stay that can apply', () => {
	expect(keep('.a,.b:disabled{x:y}.c .d{x:y}', '.b', '.c')).toBe('.b:disabled{x:y}')
	expect(keep(':where(.a,.b) p,.c{x:y}', '.c')).toBe('.c{x:y}')
	expect(keep('*,:after,:root{x:y}[data-color=negro] .a{x:z}#app{x:a}#far{x:y}', '.a', '#app')).toBe(
		'*,:after,:root{x:y}[data-color=negro] .a{x:z}#app{x:a}',
	)
	expect(keep('a:not(.b):focus-visible{x:y}', 'a')).toBe('a:not(.b):focus-visible{x:y}')
})

test('what stands in for pictures, and what is closed at first, comes with the whole stylesheet', () => {
	expect(keep('.picture-a{x:y}.panel .b{x:y}.a .b{x:y}', '.picture-a', '.panel', '.a', '.b')).toBe('.a .b{x:y}')
	expect(keep('.a:popover-open{x:y}.a{y:z}', '.a')).toBe('.a{y:z}')
})

test('what answers to a pointer, or stands inside of a field, comes with the whole stylesheet', () => {
	expect(keep('.a:hover{x:y}@media (hover:hover){.a{x:y}}.a:active{x:y}.a{x:z}', '.a')).toBe('.a{x:z}')
	expect(keep('.a::placeholder{x:y}.a::-webkit-search-decoration{x:y}.a:before{x:z}', '.a')).toBe('.a:before{x:z}')
})

test('groups are searched, empty ones go, and layers keep their place in the order', () => {
	const css = '@layer base{p{a:b}}@layer components{.x{a:b}}@layer z{p{c:d}}@media (width>1px){.x{a:b}}'
	expect(keep(css, 'p')).toBe('@layer base{p{a:b}}@layer components;@layer z{p{c:d}}')
	expect(keep(css, 'p', '.x')).toBe(css)
})

test('of the layer for browsers that know no registered properties only its place stays', () => {
	expect(keep('@layer properties{*{--tw-x:0}}@layer base{p{a:b}}', 'p')).toBe('@layer properties;@layer base{p{a:b}}')
})

test('the letters that stand in stay, those that have to be fetched wait', () => {
	const standIn = '@font-face{font-family:B;src:local(a)}'
	expect(keep(`@font-face{font-family:A;src:url("a{b};c")}${standIn}`)).toBe(standIn)
})

test('letters that are not there yet are not asked for', () => {
	const css = '@font-face{font-family:A;src:url(a)}p{--text:"A", "A Fallback", serif}'
	expect(keep(css, 'p')).toMatch(/^p\{--text: ?"A Fallback", ?serif\}$/)
})

test('what only shows once something happens waits, and a rule of nothing else with it', () => {
	expect(
		keep('p{transition:color 1s,opacity var(--t);color:red;cursor:pointer;animation:k 1s}p{transition-delay:1s}', 'p'),
	).toBe('p{color:red}')
	expect(keep('@keyframes k{to{rotate:1turn}}@property --w{syntax:"*";inherits:false}p{color:red}', 'p')).toBe(
		'p{color:red}',
	)
})

test('a mixed colour follows the plain one for browsers that cannot mix', () => {
	const css = 'p{color:red}@supports (color:color-mix(in lab, red, red)){p{color:color-mix(in oklab, var(--a), #00f)}}'
	expect(keep(css, 'p')).toBe(css)
})

test('escaped class names of utilities are found', () => {
	const names = namesOf('<p id="x" class="md:p-4 max-w-[44ch]"></p>')
	expect(names).toContain('#x')
	expect(firstViewStyles('.md\\:p-4{a:b}.max-w-\\[44ch\\]{a:c}.p-4{a:b}', names)).toBe(
		'.md\\:p-4{a:b}.max-w-\\[44ch\\]{a:c}',
	)
})
