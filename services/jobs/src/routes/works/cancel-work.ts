import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { cancelWork } from '../../lifecycle/works/change-state.ts'
import { workOperations } from '../../operations/works.ts'
import { actOnWork } from '../../requests/works/act-on-work.ts'

/** `POST /api/works/:id/cancel`: what has not begun is never spoken, and is free. */
export const cancelWorkRoute: Route<Deps> = (app, deps) =>
  actOnWork(app, deps, { path: '/api/works/:id/cancel', operation: workOperations.cancel, act: cancelWork })
