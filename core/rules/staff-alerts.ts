/** The kinds of occasions of which staff are notified at once; each account chooses among them. */
export const alertKinds = ['orden_pagada', 'comprobante', 'caso', 'stock_bajo', 'ronda_atrasada'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The most devices on which an account receives them. */
export const maxPushDevices = 10
