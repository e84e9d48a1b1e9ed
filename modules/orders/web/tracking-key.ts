/** Query key of an order by signed link; the link's token follows. */
export const trackingKey = ['seguimiento'] as const
