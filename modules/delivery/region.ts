/** The bounding box of the Región Metropolitana, in degrees, which contains the shop and its deliveries. */
export const region = { south: -34.3, north: -32.9, west: -71.8, east: -69.7 } as const
