import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { submitRoute } from '../requests/submission.ts'

/** `POST /api/tts`: the text itself is spoken. */
export const submitTts: Route<Deps> = (app, deps) => submitRoute(app, deps, 'tts', TtsRequest)
