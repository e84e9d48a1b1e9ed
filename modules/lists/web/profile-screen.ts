import type { IdentityPart, PanelGate } from '#modules/accounts/web/account-parts.tsx'
import { RequiredFactor, secondFactorProof } from '#modules/second-factor/web/profile-parts.tsx'

/** Other factors in the dialog that asks for a proof of identity. */
export const identityParts: readonly IdentityPart[] = [secondFactorProof]

/** What stands before the panel, from the inside out. */
export const panelGates: readonly PanelGate[] = [RequiredFactor]
