import { ReplyRequest } from '@utter/contracts/http/jobs/job-request'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { submitRoute } from '../requests/submission.ts'

/** `POST /api/reply`: a reply is written and spoken. */
export const submitReply: Route<Deps> = (app, deps) => submitRoute(app, deps, 'reply', ReplyRequest)
