export const profileOrdersPage = 25
