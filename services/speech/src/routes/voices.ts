import { VoiceList } from '@utter/contracts/http/voices'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { shownVoices } from '../views/shown-voices.ts'

export const voicesRoute: Route<Deps> = (app, { speech, guard }) =>
  app.get(
    '/api/voices',
    {
      access: guard.anybody,
      schema: {
        operation: { id: 'listVoices', tag: 'Audio and voices', summary: 'The voices that speak' },
        response: { 200: VoiceList },
      },
    },
    () => shownVoices(speech),
  )
