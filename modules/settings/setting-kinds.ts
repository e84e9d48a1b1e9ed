import { percentProblem } from '#core/rules/money.ts'
import { gatewayMethods, isGatewayMethod } from '#core/rules/payment-methods.ts'
import type { Permission } from '#core/rules/permissions.ts'
import { formatRut, isRut, readEmail } from '#core/rules/person-data.ts'
import { cleanLine, cleanText } from '#core/rules/text.ts'
import { holidaysProblem } from '#modules/delivery/holidays.ts'
import { positionProblem, positionText, readPosition } from '#modules/delivery/shop-place.ts'
import { tariffProblem } from '#modules/delivery/tariff.ts'
import { questionsProblem } from '#modules/settings/questions.ts'

/** The unit shown behind a setting's number. */
type Unit = 'unidades' | 'órdenes' | 'horas' | 'días' | 'minutos' | 'pesos' | '%' | 'usos'

export type TextFormat = 'line' | 'rut' | 'email' | 'phone' | 'account' | 'percent' | 'position' | 'days' | 'questions'

/** The kind of a setting, its default and its limits. */
export type SettingRule =
	/** A whole number within limits. `optional`: it may be null, which sets no limit. */
	| {
			readonly kind: 'number'
			readonly optional: boolean
			readonly initial: number | null
			readonly min: number
			readonly max: number
			readonly unit: Unit
	  }
	/** A day of Santiago's calendar, `YYYY-MM-DD`, or null for none. */
	| { readonly kind: 'day'; readonly initial: string | null }
	| { readonly kind: 'switch'; readonly initial: boolean }
	/** One of several options, each with its text for staff. */
	| { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>>; readonly initial: string }
	/** At most `max` characters, of one line except for questions; null while unset. `optional`: it may be cleared. */
	| {
			readonly kind: 'text'
			readonly format: TextFormat
			readonly optional: boolean
			readonly max: number
			readonly initial: string | null
	  }
	/** Payment gateways in the order of display, separated by commas; null for none. */
	| { readonly kind: 'gateways'; readonly initial: string | null }
	/** Delivery prices by distance, in the format of `tariffValue`. */
	| { readonly kind: 'tariff'; readonly initial: string }
export type SettingValue = number | string | boolean | null

/** A text that has to be set once and cannot be cleared. */
export const text = (format: TextFormat, max: number) =>
	({ kind: 'text', format, optional: false, max, initial: null }) as const

export const optionalText = (format: TextFormat, max: number, initial: string | null = null) =>
	({ kind: 'text', format, optional: true, max, initial }) as const

export const number = (unit: Unit, bounds: { initial: number; min: number; max: number }) =>
	({ kind: 'number', optional: false, unit, ...bounds }) as const

/** A number that may be null: no limit. */
export const optionalNumber = (unit: Unit, bounds: { min: number; max: number }) =>
	({ kind: 'number', optional: true, initial: null, unit, ...bounds }) as const

/** A day of Santiago's calendar, `YYYY-MM-DD`, or null for none. */
export const day = { kind: 'day', initial: null } as const

export const toggle = (initial: boolean) => ({ kind: 'switch', initial }) as const

export const choice = <const Options extends Readonly<Record<string, string>>>(
	options: Options,
	initial: keyof Options & string,
) => ({ kind: 'choice', options, initial }) as const

export type ValueOf<Rule extends SettingRule> = Rule extends { kind: 'number'; optional: false }
	? number
	: Rule extends { kind: 'number' }
		? number | null
		: Rule extends { kind: 'choice'; options: infer Options }
			? keyof Options
			: Rule extends { kind: 'switch' }
				? boolean
				: Rule extends { kind: 'tariff' }
					? string
					: string | null

/** The years are those of `day` in `core/contract/fields.ts`, whose schema the shopper's pages do not load. */
const isDay = (value: string) =>
	/^20\d{2}|^2100/.test(value) &&
	/^\d{4}-\d{2}-\d{2}$/.test(value) &&
	new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)

const numberText = new Intl.NumberFormat('es-CL')

/** The gateways of a setting, in its order; undefined for an unknown or repeated one. */
export function readGateways(value: string) {
	const names = value.split(',').map((name) => name.trim())
	const known = names.filter(isGatewayMethod)
	return known.length === names.length && new Set(names).size === names.length ? known : undefined
}

const formatProblems: Readonly<Record<TextFormat, (text: string) => string | undefined>> = {
	line: () => undefined,
	questions: questionsProblem,
	percent: percentProblem,
	position: positionProblem,
	days: holidaysProblem,
	rut: (text) => (isRut(text) ? undefined : 'No es un RUT: su dígito verificador no corresponde.'),
	email: (text) => (readEmail(text) === undefined ? 'Escribe un correo, como hola@tienda.cl.' : undefined),
	phone: (text) =>
		/^\+?[\d\s()-]+$/.test(text) && /^\d{9,15}$/.test(text.replace(/\D/g, ''))
			? undefined
			: 'Escribe un teléfono con su código, como +56 9 1234 5678.',
	account: (text) =>
		/^\d[\d\s.-]{2,}$/.test(text) ? undefined : 'Escribe el número de la cuenta: cifras, guiones y puntos.',
}

function textProblem(rule: Extract<SettingRule, { kind: 'text' }>, value: string): string | undefined {
	if (value === '') return rule.optional ? undefined : 'No puede quedar vacío.'
	if (value.length > rule.max) return `Escribe hasta ${rule.max} caracteres.`
	if (/[\p{Cc}\p{Cs}]/u.test(value.replaceAll('\n', ''))) return 'Hay signos que no se pueden usar.'
	return formatProblems[rule.format](value)
}

/** The sentence for staff about an invalid value of this kind; undefined for a valid one. */
export function problemOf(rule: SettingRule, value: SettingValue): string | undefined {
	switch (rule.kind) {
		case 'day':
			return value === null || (typeof value === 'string' && isDay(value)) ? undefined : 'Elige una fecha.'
		case 'switch':
			return typeof value === 'boolean' ? undefined : 'Elige sí o no.'
		case 'choice':
			return typeof value === 'string' && Object.hasOwn(rule.options, value) ? undefined : 'Elige una de las opciones.'
		case 'gateways':
			return value === null || (typeof value === 'string' && readGateways(value))
				? undefined
				: `Usa solo ${gatewayMethods.join(', ')}, cada una una vez.`
		case 'tariff':
			return tariffProblem(typeof value === 'string' ? value : '')
		case 'text':
			if (value === null || typeof value === 'string') return textProblem(rule, value ?? '')
			return 'Escribe un texto.'
		case 'number': {
			if (value === null) return rule.optional ? undefined : 'Escribe un número.'
			const isInside = typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max
			return isInside
				? undefined
				: `Escribe un número entero de ${numberText.format(rule.min)} a ${numberText.format(rule.max)}.`
		}
	}
}

/** A value as stored: trimmed texts, a RUT with its dots, a mail address in lower case. */
export function tidyValue(rule: SettingRule, value: SettingValue): SettingValue {
	if (typeof value !== 'string') return value
	const isOneLine = rule.kind !== 'text' || rule.format !== 'questions'
	const text = isOneLine ? cleanLine(value).replace(/\s+/g, ' ') : cleanText(value)
	if (text === '') return null
	if (rule.kind === 'gateways') return readGateways(text)?.join(',') ?? text
	if (rule.kind !== 'text') return text
	if (rule.format === 'rut') return formatRut(text)
	if (rule.format === 'position') return ((position) => position && positionText(position))(readPosition(text)) ?? text
	return rule.format === 'email' ? (readEmail(text) ?? text) : text
}

/** A part of the checkout, or the map from which distances are measured. */
export type ShownPart = 'retiro' | 'medios' | 'banco' | 'mapa'

/**
 * Where a setting can be previewed: on a public page, at the element with the id `ancla`, or as a part of the checkout.
 * Mails are excluded: each customer has their own.
 */
export type ShownOn = { readonly path: '/' | '/politicas'; readonly ancla?: string } | { readonly part: ShownPart }

/** Options of a group, or of a single setting. */
interface Shared {
	/** Where customers see it, for staff; absent when they do not. */
	readonly seen?: string
	readonly shownOn?: ShownOn
	/** The shop does not sell until it is set. */
	readonly neededToSell?: boolean
	/**
	 * A change requires a fresh proof of identity. True for what customers read (`seen`), and for what decides the
	 * recipient of money.
	 */
	readonly freshProof?: boolean
}

/** One setting: its kind with default and limits, and its options for panel, server and environment. */
export type SettingDefinition = SettingRule &
	Shared & {
		readonly label: string
		/** Its effect, for staff; absent when the label is enough. */
		readonly help?: string
		/** The environment variable that fixes it; absent when only the panel sets it. */
		readonly env?: string
		/** Its value in a demo; the default otherwise. */
		readonly demo?: string
	}

/** Settings that the panel shows together, with the same permission. */
export interface SettingGroup extends Shared {
	/** The group in the panel's address. */
	readonly name: string
	readonly title: string
	/** Meaningful only together and saved at once, such as bank and account number. */
	readonly savedTogether?: true
	readonly permission: Permission
	readonly freshProof: boolean
	/** A change of one of them redirects customers' money: all staff get a mail. */
	readonly steersMoney?: true
	readonly settings: Readonly<Record<string, SettingDefinition>>
}

/** Declares a group of settings, the only place for them. */
export function settingGroup<const G extends SettingGroup>(group: G): G {
	return group
}

export type SettingsOf<Groups extends readonly SettingGroup[]> = Groups extends readonly [
	infer First extends SettingGroup,
	...infer Rest extends readonly SettingGroup[],
]
	? First['settings'] & SettingsOf<Rest>
	: unknown
