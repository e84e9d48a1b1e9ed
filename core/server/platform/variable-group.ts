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
