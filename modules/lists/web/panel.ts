import { lazy } from 'react'

/** The panel of staff, a chunk of its own. */
export const Panel = lazy(() => import('#modules/staff/web/panel.tsx'))
