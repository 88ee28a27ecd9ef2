import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { resumeWork } from '../../lifecycle/works/change-state.ts'
import { workOperations } from '../../operations/works.ts'
import { actOnWork } from '../../requests/works/act-on-work.ts'

/** `POST /api/works/:id/resume`: it goes on, and tries again what has failed. */
export const resumeWorkRoute: Route<Deps> = (app, deps) =>
  actOnWork(app, deps, { path: '/api/works/:id/resume', operation: workOperations.resume, act: resumeWork })
