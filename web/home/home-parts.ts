/** Loads the parts of Home that come as HTML with the page, for whoever arrives from another screen. */
export const loadGhost = () => import('#web/home/outline-number.tsx')
export const loadExplanations = () => import('#web/home/explanations.tsx')
export const loadAssurances = () => import('#web/home/assurances.tsx')

/** The id of what follows the first view: the page is painted once it has been read up to there (head-markup.ts). */
export const belowFirstView = 'escenas'
