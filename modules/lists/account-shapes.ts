import { passkeyOfProfile, shownFactor } from '#modules/second-factor/shapes.ts'
import { facturaOfProfile, forgetFactura } from '#modules/tax-documents/shapes.ts'

/** Fields of a proof of identity, besides the password and Google's credential. */
export const identityParts = { ...shownFactor }

/** Fields of the profile, of the customer's data and of the login, read by `profileFields` of `modules/lists/hooks.ts`. */
export const ownDataParts = { ...facturaOfProfile }
export const profileParts = { ...passkeyOfProfile }

/** Fields of a change of the profile, stored by `profileChanges` of `modules/lists/hooks.ts`. */
export const editProfileParts = { ...forgetFactura }
