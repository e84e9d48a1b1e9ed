import type { ComponentType } from 'react'
import { HandedCart } from '#modules/found/web/handed-cart.tsx'

/** What modules add below the cart page. */
export const cartParts: readonly ComponentType[] = [HandedCart]
