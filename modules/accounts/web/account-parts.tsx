import type { ComponentType, ReactNode, RefObject } from 'react'
import type { Color } from '#modules/catalog/colors.ts'
import { BottleStage } from '#modules/catalog/web/bottle-stage.tsx'
import '#modules/accounts/web/accounts.css'
import { failures } from '#core/contract/failure.ts'
import type { TokenAnswer } from '#core/contract/fields.ts'
import { brokenPasswordRule } from '#core/rules/person-data.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { PasswordField } from '#core/web/ui/fields.tsx'
import type { ProfileAnswer, ProofOfIdentity } from '#modules/accounts/shapes.ts'

interface AccountPageProps {
	readonly title: string
	readonly titleRef?: RefObject<HTMLHeadingElement | null>
	readonly intro?: ReactNode
	/** The bottles beside the form; by default the shop's first. */
	readonly colors?: readonly Color[]
	readonly children: ReactNode
}

/** Layout of login, registration and recovery: the form, and on wide screens the bottle beside it. */
export function AccountPage({ title, titleRef, intro, colors, children }: AccountPageProps) {
	return (
		<div className="with-stage">
			<div className="account-form">
				<h1 ref={titleRef} className="title-l">
					{title}
				</h1>
				{intro && <p className="muted above-s">{intro}</p>}
				<div className="above-xl">{children}</div>
			</div>
			<BottleStage {...(colors && { colors })} />
		</div>
	)
}

let registeredPassword: string | undefined

/** The password of an account just registered, for its first login. Only in this page's memory. */
export const passwordOfRegistration = {
	read: () => registeredPassword,
	write: (password: string | undefined) => {
		registeredPassword = password
	},
}

/** Returns the messages for a new password and its repetition, by field name. */
export function newPasswordProblems(values: Readonly<Record<string, string>>): Record<string, string | undefined> {
	const { new_password = '', repeat_password = '' } = values
	const rule = brokenPasswordRule(new_password)
	if (rule) return { new_password: failures[rule].text }
	return { repeat_password: new_password === repeat_password ? undefined : 'Las contraseñas no coinciden.' }
}

interface NewPasswordFieldsProps {
	readonly problems: Readonly<Partial<Record<string, string>>>
	readonly hint: string
}

export function NewPasswordFields({ problems, hint }: NewPasswordFieldsProps) {
	return (
		<>
			<PasswordField
				label="Nueva contraseña"
				name="new_password"
				autoComplete="new-password"
				required
				hint={hint}
				data-missing={failures.clave_corta.text}
				error={problems.new_password}
			/>
			<PasswordField
				label="Repetir contraseña"
				name="repeat_password"
				autoComplete="new-password"
				required
				data-missing="Las contraseñas no coinciden."
				error={problems.repeat_password}
			/>
		</>
	)
}

/**
 * Moves the focus after a change caused by an answer, unless the customer has moved it meanwhile: the focus is on the body
 * only when its element was removed.
 */
export function focusUnlessMoved(target: HTMLElement | null): HTMLElement | null {
	return document.activeElement === document.body ? target : null
}

export const noAnswerText = 'No pudimos conectar con la tienda. Intenta nuevamente.'

export interface LoginStep {
	/** The failure of a login that asks for the step. */
	readonly code: string
	readonly title: string
	readonly Part: ComponentType<LoginStepProps>
}

export interface LoginStepProps {
	/** The fields of the login's answer that requires the step. */
	readonly asked: Readonly<Record<string, unknown>>
	readonly onTokens: (tokens: TokenAnswer) => Promise<void>
	/** Returns to the first step with a message. */
	readonly onRestart: (why?: string) => void
}

/** Another factor in the dialog that asks for a proof of identity. */
export interface IdentityPart {
	/** Whether this account can use the factor without a password in this browser. */
	readonly isOffered: (profile: ProfileAnswer) => boolean
	/** Button for that, above the password. */
	readonly Alone: ComponentType<AloneProps>
	/** Fields below the password; they may change what the dialog sends. */
	readonly Beside: ComponentType<{
		readonly profile: ProfileAnswer
		readonly onChange: (fields: Partial<ProofOfIdentity>) => void
	}>
}

export interface AloneProps {
	readonly isBusy: boolean
	/** Runs the work of the button: meanwhile the dialog is busy. */
	readonly run: (work: () => Promise<void>) => void
	readonly send: (proof: ProofOfIdentity) => Promise<void>
	/** Shows the failure of a call, or a message. */
	readonly onFailure: (answer: ApiAnswer<unknown>) => void
	readonly onProblem: (text: string) => void
}

/** Shows the panel, or in its place what a staff account has to do first. */
export type PanelGate = ComponentType<{ readonly hasSecondFactor: boolean; readonly children: ReactNode }>
