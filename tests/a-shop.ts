import { afterAll } from 'vitest'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'

/** The shop of a test file (`openTestShop`), closed after its tests and after the `afterAll` that the file registers later. */
export async function aShop(options?: Parameters<typeof openTestShop>[0]): Promise<TestShop> {
	const shop = await openTestShop(options)
	afterAll(() => shop.stop())
	return shop
}
