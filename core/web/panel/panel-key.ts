/** Prefix of all query keys of the panel, for invalidating every query at once. */
export const panelKey = ['panel'] as const

/** Query key of one row's detail. */
export const detailKey = (kind: string, id: string | number) => [...panelKey, kind, 'detalle', id] as const
