import { expect, test } from 'vitest'
import { splitName } from './person-name.ts'

test.each([
	['Ana Rojas', 'Ana', 'Rojas'],
	['  María  José de la   Fuente ', 'María', 'José de la Fuente'],
	['Ana', 'Ana', ''],
	['  ', '', ''],
])('"%s" is called "%s" and of the family "%s"', (name, nombre, apellido) => {
	expect(splitName(name)).toEqual({ nombre, apellido })
})
