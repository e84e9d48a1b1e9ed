/** The box around the Región Metropolitana, in degrees: the shop and whatever it delivers to lie in it, and every map shows it. */
export const region = { south: -34.3, north: -32.9, west: -71.8, east: -69.7 } as const
