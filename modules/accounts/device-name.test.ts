import { describe, expect, it } from 'vitest'
import { deviceName } from '#modules/accounts/device-name.ts'

describe('deviceName', () => {
	it('names browser and system', () => {
		const android =
			'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
		const iphone =
			'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1'
		const windows =
			'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0'
		expect(deviceName(android)).toBe('Chrome en Android')
		expect(deviceName(iphone)).toBe('Safari en iPhone')
		expect(deviceName(windows)).toBe('Edge en Windows')
	})

	it('returns no invented name for an unknown one', () => {
		expect(deviceName('')).toBe('Navegador desconocido')
		expect(deviceName('curl/8')).toBe('Navegador desconocido')
	})
})
