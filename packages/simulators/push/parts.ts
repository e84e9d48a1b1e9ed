import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import type { PushRecords } from './records.ts'

/** Answers of a push service: 201 accepts the message. */
export const answers = ['201', '404', '410', '413', '429', '500'] as const

type Answer = (typeof answers)[number]

/** Its only setting is the answer. */
export const settingsSchema = z.object({})

/** State shared by the protocol and the pages. */
export interface Parts {
	readonly records: PushRecords
	readonly faults: FaultSwitch<z.output<typeof settingsSchema>>
	readonly url: string
	/** Answer to every message. */
	readonly answer: { code: Answer }
}
