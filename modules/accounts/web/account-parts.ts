import type { ComponentType, ReactNode } from 'react'
import type { TokenAnswer } from '#core/contract/token.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import type { ProfileAnswer, ProofOfIdentity } from '#modules/accounts/shapes.ts'

/** Message of a login without an answer. */
export const noAnswerText = 'No pudimos conectar con la tienda. Intenta nuevamente.'

/** A further step of a login. */
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
