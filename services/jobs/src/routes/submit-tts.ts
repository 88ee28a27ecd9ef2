import { TtsRequest } from '@utter/contracts/http/job-request'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { submitRoute } from '../submit-route.ts'

/** `POST /api/tts`: the text itself is spoken. */
export const submitTts: Route<Deps> = (app, deps) => submitRoute(app, deps, 'tts', TtsRequest)
