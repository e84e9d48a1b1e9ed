/** Whether the person was taken out of an order: nobody is left to pay it, to hand it to or to write to. */
export const isAnonymized = (order: { readonly email: string }) => order.email === ''
