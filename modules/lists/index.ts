import type { ShopModule } from '#core/server/module.ts'
import { shopAlarms } from '#modules/alarms/server/module.ts'
import { backInStock } from '#modules/back-in-stock/server/module.ts'
import { backup } from '#modules/backup/server/module.ts'
import { coupons } from '#modules/coupons/server/module.ts'
import { customers } from '#modules/customers/server/module.ts'
import { disputes } from '#modules/disputes/server/module.ts'
import { firstDay } from '#modules/first-day/server/module.ts'
import { found } from '#modules/found/server/module.ts'
import { jobsPanel } from '#modules/jobs-panel/server/module.ts'
import type { ShopServices } from '#modules/lists/services.ts'
import { numbers } from '#modules/numbers/server/module.ts'
import { photosAndColors } from '#modules/photos-and-colors/server/module.ts'
import { push } from '#modules/push/server/module.ts'
import { returns } from '#modules/returns/server/module.ts'
import { rounds } from '#modules/rounds/server/module.ts'
import { search } from '#modules/search/server/module.ts'
import { secondFactor } from '#modules/second-factor/server/module.ts'
import { securityTrail } from '#modules/security-trail/server/module.ts'
import { staffSales } from '#modules/staff-sales/server/module.ts'
import { taxDocuments } from '#modules/tax-documents/server/module.ts'
import { today } from '#modules/today/server/module.ts'

/** The modules that the shop works without. Each may use the earlier ones, and nothing of the shop's own uses any. */
export const modules: readonly ShopModule<ShopServices>[] = [
	push,
	securityTrail,
	secondFactor,
	coupons,
	disputes,
	taxDocuments(),
	rounds,
	returns,
	customers,
	staffSales,
	found,
	backInStock,
	numbers,
	photosAndColors,
	search,
	jobsPanel,
	firstDay,
	backup,
	shopAlarms,
	today,
]
