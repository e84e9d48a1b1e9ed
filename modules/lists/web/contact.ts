import type { ComponentType } from 'react'
import type { Contact } from '#core/web/panel/panel-parts.tsx'
import { ReadyMessages } from '#modules/ready-messages/web/ready-messages.tsx'

/** What modules offer where a customer's phone stands in the panel. */
export const contactParts: readonly ComponentType<{ contact: Contact }>[] = [ReadyMessages]
