import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { OwnVoiceViews } from '@utter/contracts/http/voices'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { ownVoiceView } from '../../views/own-voice-view.ts'

/** `GET /internal/accounts/{userId}/voices`, jobs to speech: the own voices of the account that asks jobs, oldest first. */
export const listOwnVoicesForJobs: Route<Deps> = (app, { speech, ownVoices, guard }) =>
  app.get(
    '/internal/accounts/:userId/voices',
    { access: guard.internal('jobs'), schema: { params: AccountParams, response: { 200: OwnVoiceViews } } },
    async ({ params }) => {
      const [own, voices] = await Promise.all([ownVoices.list(params.userId), speech.voices()])
      return own.map((voice) => ownVoiceView(voice, voices))
    },
  )
