/** Whether an order is anonymized: it has no customer to pay, receive or read. */
export const isAnonymized = (order: { readonly email: string }) => order.email === ''
