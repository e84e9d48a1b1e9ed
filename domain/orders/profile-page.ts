/** Orders per page in the profile. */
export const profileOrdersPage = 25
