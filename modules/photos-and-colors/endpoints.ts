import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { createColorRequest, listColorsAnswer } from '#modules/photos-and-colors/shapes.ts'

const about = { tag: 'panel: productos', caller: 'staff', answer: listColorsAnswer } as const
const path = '/api/admin_productos/colores/'
const params = z.object({ slug: z.string().max(60) })
/** Customers see name and photo, or that there is none, hence the fresh proof. */
const changes = { ...about, permission: 'editar_productos', freshProof: true } as const

export const listColors = endpoint({ ...about, method: 'GET', path, permission: 'ver_panel', freshProof: false })

export const createColor = endpoint({ ...changes, method: 'POST', path, body: createColorRequest })

export const setColorPhoto = endpoint({ ...changes, method: 'PUT', path: `${path}:slug/foto/`, params, form: true })

export const removeColorPhoto = endpoint({ ...changes, method: 'DELETE', path: `${path}:slug/foto/`, params })
