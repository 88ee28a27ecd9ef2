import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { pauseWork } from '../../lifecycle/works/change-state.ts'
import { workOperations } from '../../operations/works.ts'
import { actOnWork } from '../../requests/works/act-on-work.ts'

/** `POST /api/works/:id/pause`: what is being spoken ends, nothing else is begun. */
export const pauseWorkRoute: Route<Deps> = (app, deps) =>
  actOnWork(app, deps, { path: '/api/works/:id/pause', operation: workOperations.pause, act: pauseWork })
