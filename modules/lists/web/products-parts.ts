import type { ComponentType } from 'react'
import { Colors } from '#modules/photos-and-colors/web/colors.tsx'

/** Blocks below the panel's list of products. */
export const productsParts: readonly ComponentType[] = [Colors]
