import { describe, expect, it } from 'vitest'
import { savedContact } from '#web/orders/saved-contact.ts'

const orders = [
	{ telefono: '911111111', direccion: '' },
	{ telefono: '922222222', direccion: 'Moneda 970, Santiago, Depto 12' },
	{ telefono: '933333333', direccion: 'Avenida Apoquindo 4501, Las Condes,' },
]

describe('what a returning customer is offered', () => {
	it('is the phone and the address of the account', () => {
		const own = { telefono: '987654321', direccion: 'Moneda 970, Santiago' }
		expect(savedContact({ ...own, ordenes: orders })).toEqual({
			telefono: '987654321',
			calle: 'Moneda 970, Santiago',
			numero: '',
		})
	})

	it('is what the newest order that has it says, where the account has none', () => {
		expect(savedContact({ telefono: '', direccion: ',', ordenes: orders })).toEqual({
			telefono: '911111111',
			calle: 'Moneda 970, Santiago',
			numero: 'Depto 12',
		})
	})

	it('is nothing on the first visit', () => {
		expect(savedContact({ telefono: '', direccion: '', ordenes: [] })).toEqual({ telefono: '', calle: '', numero: '' })
	})
})
