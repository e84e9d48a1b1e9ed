/** Loads the parts of Home that come as HTML with the page, for whoever arrives from another screen. */
export const loadOutlineNumber = () => import('#web/home/outline-number.tsx')
export const loadExplanations = () => import('#web/home/explanations.tsx')
export const loadAssurances = () => import('#web/home/assurances.tsx')
