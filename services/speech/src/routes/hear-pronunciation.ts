import { noPronunciationsSentence, PronunciationSample } from '@utter/contracts/http/pronunciations'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { forbidden } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import type { Deps } from '../deps.ts'

/** `POST /api/pronunciations/sample`: a written form as an entry of the account's list has it spoken. Nothing is charged, and nothing is kept. */
export const hearPronunciation: Route<Deps> = (app, { pronunciationSamples, plans, guard }) =>
  app.post(
    '/api/pronunciations/sample',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'hearPronunciation',
          tag: 'Audio and voices',
          summary: 'Hear a pronunciation before you save it',
          description:
            'What is written, spoken by the entry: in the default voice, or in one of the entry’s language. It costs no call.',
          example: { entry: { from: 'SQL', to: 'sequel', caseSensitive: true } },
          answers: { 200: { description: 'The mp3.', types: ['audio/mpeg'] } },
          refusals: {
            400: 'An entry that could not be in the list, or whose spoken form no voice speaks.',
            403: 'The plan has no pronunciation lists; or an API key was used.',
          },
        },
        body: PronunciationSample,
      },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      if (!planOf(plans, tier).pronunciations) throw forbidden(noPronunciationsSentence(plans), 'plan_required')
      const mp3 = await pronunciationSamples.sampleOf(userId, request.body.entry)
      return reply
        .headers({ 'content-type': 'audio/mpeg', 'cache-control': 'no-store', [disclosureHeader]: disclosureOf({}) })
        .send(mp3)
    },
  )
