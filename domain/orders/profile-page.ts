/** Orders of a page in the profile. */
export const profileOrdersPage = 25
