import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import type { PushRecords } from './records.ts'

/** What a push service answers a message: 201 is that it was taken. */
export const answers = ['201', '404', '410', '413', '429', '500'] as const

type Answer = (typeof answers)[number]

/** It has no settings but what it answers. */
export const settingsSchema = z.object({})

/** What the protocol and the pages work with. */
export interface Parts {
	readonly records: PushRecords
	readonly faults: FaultSwitch<z.output<typeof settingsSchema>>
	readonly url: string
	/** What every message is answered, until told otherwise. */
	readonly answer: { code: Answer }
}
