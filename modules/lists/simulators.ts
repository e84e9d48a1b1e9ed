import type { ModuleVariables } from '#modules/lists/variable-groups.ts'
import { simulatorOptions } from '#modules/tax-documents/server/open-tax-documents.ts'

type Options = (secrets: { readonly secretKey: string }, env: ModuleVariables) => object

/** The options of the simulators of modules' providers, by simulator. */
const options = { openfactura: simulatorOptions } satisfies Readonly<Record<string, Options>>

type SimulatorOptions = { readonly [Name in keyof typeof options]: ReturnType<(typeof options)[Name]> }

/** What the simulators of modules' providers have to know in a demo. */
export const moduleSimulators = (...given: Parameters<Options>): SimulatorOptions =>
	Object.fromEntries(Object.entries<Options>(options).map(([name, of]) => [name, of(...given)])) as SimulatorOptions
