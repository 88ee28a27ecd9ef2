import { VoiceList } from '@utter/contracts/http/voices'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { shownVoices } from '../../views/shown-voices.ts'

/** `GET /internal/voices`, jobs to speech: the voices that speak, for the tools of agents. */
export const listVoicesForJobs: Route<Deps> = (app, { guard, speech }) =>
  app.get('/internal/voices', { access: guard.internal('jobs'), schema: { response: { 200: VoiceList } } }, () =>
    shownVoices(speech),
  )
