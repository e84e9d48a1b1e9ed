import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

type Shape = Readonly<Record<string, z.ZodType>>

/** Constraints on a group's variables. */
interface Rules<Name extends string> {
	/** Variables that are set all together or not at all. */
	readonly together?: readonly (readonly Name[])[]
	readonly neededInProduction?: readonly Name[]
	/** Addresses that receive secrets or personal data: in production only by https, or on this machine. */
	readonly carrySecrets?: readonly Name[]
}

/** The environment variables of one part of the shop, with their constraints. */
export interface VariableGroup<S extends Shape = Shape> extends Rules<string> {
	readonly variables: S
	/** Further problems, a Spanish sentence each that begins with a variable's name. */
	problems?(values: z.output<z.ZodObject<S>>, isDemo: boolean): readonly string[]
}

/** Declares a part's variables, beside the code that uses them. */
export const variableGroup = <const S extends Shape>(
	group: VariableGroup<S> & Rules<keyof S & string>,
): VariableGroup<S> => group

/** The variables of all groups together. */
export type VariablesOf<Groups> = Groups extends readonly [{ readonly variables: infer First }, ...infer Rest]
	? First & VariablesOf<Rest>
	: unknown

export const text = z.string().trim().min(1, 'no puede estar vacía')

/** An http(s) address, without trailing slashes. */
export const url = z
	.url({ protocol: /^https?$/, error: 'debe ser una dirección http(s)' })
	.transform((address) => address.replace(/\/+$/, ''))

export const signsInPassword = 'con los signos de la contraseña escritos como %2F (/), %23 (#), %3F (?) o %40 (@)'

/** From where a host is reachable: this machine, the local network, or the internet. */
type Reach = 'machine' | 'network' | 'public'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const local = new BlockList()
for (const [network, bits] of [
	['0.0.0.0', 32],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
] as const)
	local.addSubnet(network, bits, 'ipv4')
local.addAddress('::', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/** Suffixes without public DNS. */
const localName = /^[^.]+$|\.(local|lan|home|home\.arpa|internal|intranet|localdomain|test)$/

/** The reach of a host as in a URL, an environment variable or the header Host (without its port). */
export function reachOf(host: string): Reach {
	const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
	const kind = isIP(name) === 6 ? 'ipv6' : 'ipv4'
	if (isIP(name) > 0) {
		if (loopback.check(name, kind)) return 'machine'
		return local.check(name, kind) ? 'network' : 'public'
	}
	if (name === 'localhost' || name.endsWith('.localhost')) return 'machine'
	return localName.test(name) ? 'network' : 'public'
}

/** Whether a host is a one-word name, as in container networks and never in public DNS. */
export function isContainerName(host: string): boolean {
	return /^[a-z0-9_-]+$/i.test(host) && isIP(host) === 0
}

export function isThisMachine(address: string): boolean {
	return URL.canParse(address) && reachOf(new URL(address).hostname) === 'machine'
}
