import { expect, test } from 'vitest'
import { splitName } from './person-name.ts'

test.each([
	['Ana Rojas', 'Ana', 'Rojas'],
	['  María  José de la   Fuente ', 'María', 'José de la Fuente'],
	['Ana', 'Ana', ''],
	['  ', '', ''],
])('splits "%s" into "%s" and "%s"', (name, nombre, apellido) => {
	expect(splitName(name)).toEqual({ nombre, apellido })
})
