import type { ComponentType } from 'react'
import type { EditProfileRequest, ProfileAnswer } from '#modules/accounts/shapes.ts'
import { DataRequests } from '#modules/privacy/web/data-requests.tsx'
import { FactorSection } from '#modules/second-factor/web/factor-section.tsx'
import { facturaEdit, facturaFacts } from '#modules/tax-documents/web/customer-documents.tsx'

/** Sections of the customer's data, below the password. */
export const profileSections: readonly ComponentType<{ readonly profile: ProfileAnswer }>[] = [FactorSection]

/** Sections below the copy and the deletion of the customer's data. */
export const privacySections: readonly ComponentType[] = [DataRequests]

/** What modules say of the customer's data, as labels with texts. */
export const profileFacts: readonly ((profile: ProfileAnswer) => readonly (readonly [string, string])[])[] = [
	facturaFacts,
]

interface ProfileEdit {
	readonly Part: ComponentType<{ readonly profile: ProfileAnswer }>
	/** The change for the form's values. */
	readonly changesOf: (values: Readonly<Partial<Record<string, string>>>) => EditProfileRequest
}

/** The fields that modules add to the form of the customer's data. */
export const profileEdits: readonly ProfileEdit[] = [facturaEdit]
