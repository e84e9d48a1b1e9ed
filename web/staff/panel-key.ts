/** Names everything that the panel asked for: whenever something may have changed, all of it is asked for again. */
export const panelKey = ['panel'] as const

/** Names one row read whole. */
export const detailKey = (kind: string, id: string | number) => [...panelKey, kind, 'detalle', id] as const
