import type { OpenDatabase } from '#core/server/db/database.ts'
import type { CopyHold } from '#core/server/db/held-copy.ts'
import type { Demo } from '#core/server/environment/demo.ts'
import type { Files } from '#core/server/files/files.ts'
import type { PictureDecoder } from '#core/server/pictures/picture-decoder.ts'
import type { KeyedProvider, ReportKey } from '#core/server/platform/provider-key.ts'
import type { DiskState } from '#core/server/platform/runtime.ts'
import type { SecretKeys } from '#core/server/platform/secrets.ts'
import type { MapsProvider, Position } from '#modules/delivery/server/maps/maps.ts'
import type { Tariff } from '#modules/delivery/tariff.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import type { Environment } from '#modules/lists/environment.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'

/** What core and the specification's modules offer to the modules of `modules/lists/index.ts`, one per process. */
export interface ShopServices extends StaffDeps, Pick<PaymentContext, 'gateways'> {
	readonly env: Environment
	readonly demo: Demo | undefined
	readonly database: OpenDatabase
	readonly hold: CopyHold
	readonly keys: SecretKeys
	readonly settings: ShopSettings
	readonly files: Files
	readonly pictures: PictureDecoder
	readonly maps: MapsProvider
	readonly readTariff: () => Promise<Tariff>
	/** Maps for another position, to validate it. */
	readonly mapsAt: (shop: Position) => MapsProvider
	readonly publicUrl: string
	/** Reads the disk that this process writes to; undefined when database and files are remote. */
	readonly disk: (() => Promise<DiskState>) | undefined
	/** Takes whether a provider accepts the shop's key. */
	readonly reportKey: (provider: KeyedProvider) => ReportKey
}
