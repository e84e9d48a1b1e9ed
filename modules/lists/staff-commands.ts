import { resetFactor } from '#modules/second-factor/server/change-factors.ts'

/** Commands of `npm run staff` on one account, besides those about its rights. */
export const moduleCommands = { 'reset-factor': resetFactor }
