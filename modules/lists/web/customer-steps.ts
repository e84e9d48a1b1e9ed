import { reportStep } from '#modules/numbers/web/report-step.ts'

/** Run when a customer puts something into the cart, or opens the checkout. */
export const onCustomerStep: readonly ((step: 'carrito' | 'pago') => void)[] = [reportStep]
