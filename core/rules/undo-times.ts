/** How long a change by staff, or a press at a stop, can be undone, in seconds. */
export const undoSeconds = 60
/** The extra time for a slow connection. */
export const undoGraceSeconds = 30
/** When a change is final, also for a slightly slow clock: then customers are mailed and documents emitted. */
export const settledSeconds = undoSeconds + undoGraceSeconds + 5
