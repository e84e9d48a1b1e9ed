/** Query key of the order that a signed link opens; the link's token follows it. */
export const trackingKey = ['seguimiento'] as const
