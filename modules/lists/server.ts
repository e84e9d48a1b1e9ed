import type { ReadKeptFiles } from '#core/server/files/files.ts'
import { alarmsWaiting } from '#modules/alarms/server/waiting.ts'
import { backupAlarm } from '#modules/backup/server/copy-outside.ts'
import { backupProcessors, outsideProbe } from '#modules/backup/server/outside-store.ts'
import type { OpenMaps } from '#modules/delivery/server/maps/call-maps.ts'
import type { MapsProviderName } from '#modules/delivery/server/maps/maps.ts'
import { disputesWaiting } from '#modules/disputes/server/read-disputes.ts'
import type { Processor } from '#modules/legal/processors.ts'
import type { Alarm } from '#modules/lists/context.ts'
import type { ModuleVariables } from '#modules/lists/variable-groups.ts'
import { openGoogle } from '#modules/maps-google/server/google-maps.ts'
import { openOsm } from '#modules/maps-osm/server/osm-maps.ts'
import type { ReadWaiting } from '#modules/orders/server/waiting.ts'
import type { Finders } from '#modules/orders/staff/server/finder.ts'
import { requestsWaiting } from '#modules/privacy/server/read-requests.ts'
import { pushProcessors } from '#modules/push/server/web-push.ts'
import { returnsWaiting } from '#modules/returns/server/read-returns.ts'
import { filesOfDeliveries } from '#modules/rounds/server/delivery-photos.ts'
import { deliveriesWaiting } from '#modules/rounds/server/waiting.ts'
import { resetFactor } from '#modules/second-factor/server/change-factors.ts'
import { signatureAlarm } from '#modules/security-trail/server/stored-events.ts'
import { companyFinder, folioFinder, rutFinder } from '#modules/tax-documents/server/documents.ts'
import {
	documentProcessors,
	documentsProbe,
	simulatorOptions,
} from '#modules/tax-documents/server/open-tax-documents.ts'
import { documentsWaiting } from '#modules/tax-documents/server/waiting.ts'

/** The finders of modules, by what they search for. */
export const finders: Finders = { documento: folioFinder, rut: rutFinder, razon_social: companyFinder }

/** What modules add to the rows of Hoy, after money and cases and before stock. */
export const waitingParts: readonly ReadWaiting[] = [
	alarmsWaiting,
	disputesWaiting,
	documentsWaiting,
	deliveriesWaiting,
	returnsWaiting,
	requestsWaiting,
]

/** What modules add to the alarms of the shop. */
export const alarmParts: readonly Alarm[] = [signatureAlarm, backupAlarm]

/** The companies that get data about people from modules, by the configuration. */
export const moduleProcessors: readonly ((env: ModuleVariables) => readonly Processor[])[] = [
	documentProcessors,
	pushProcessors,
	backupProcessors,
]

/** What the check of an installation tries of a module. */
interface ModuleProbe {
	readonly what: string
	/** What a failure means. */
	readonly failure: string
	/** Returns a sentence; throws one for a problem. */
	readonly probe: (settings: { readonly env: ModuleVariables; readonly sellerRut: string | null }) => Promise<string>
}

/** What the check of an installation tries of modules. */
export const moduleProbes: readonly ModuleProbe[] = [documentsProbe, outsideProbe]

/** Commands of `npm run staff` on one account, besides those about its rights. */
export const moduleCommands = { 'reset-factor': resetFactor }

/** The maps that modules offer, by the value of MAPS_PROVIDER; the embedded ones are the deliveries' own. */
export const mapProviders: Readonly<Partial<Record<MapsProviderName, OpenMaps>>> = { google: openGoogle, osm: openOsm }

/** The files that modules keep for their rows; a backup has them. */
export const keptFiles: readonly ReadKeptFiles[] = [filesOfDeliveries]

type Options = (secrets: { readonly secretKey: string }, env: ModuleVariables) => object

/** The options of the simulators of modules' providers, by simulator. */
const options = { openfactura: simulatorOptions } satisfies Readonly<Record<string, Options>>

type SimulatorOptions = { readonly [Name in keyof typeof options]: ReturnType<(typeof options)[Name]> }

/** What the simulators of modules' providers have to know in a demo. */
export const moduleSimulators = (...given: Parameters<Options>): SimulatorOptions =>
	Object.fromEntries(Object.entries<Options>(options).map(([name, of]) => [name, of(...given)])) as SimulatorOptions
