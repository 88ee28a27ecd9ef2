import { BlendSample } from '@utter/contracts/http/own-voices'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { maxOwnVoicesOf, readBlend } from '../../requests/own-voices.ts'
import { sendMp3 } from '../../views/send-mp3.ts'

/** `POST /api/voices/mine/sample`: the sample that a blend would have as an own voice. Nothing is charged, and nothing is added. */
export const hearBlend: Route<Deps> = (app, { speech, ownSamples, files, plans, guard }) =>
  app.post(
    '/api/voices/mine/sample',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'hearBlend',
          tag: 'Audio and voices',
          summary: 'Hear a blend before you add it',
          description: 'One short sentence, always the same. It costs no call.',
          example: {
            blend: [
              { voiceId: 'af_heart', weight: 60 },
              { voiceId: 'am_michael', weight: 40 },
            ],
          },
          answers: { 200: { description: 'The mp3.', types: ['audio/mpeg'] } },
          refusals: { 403: 'The plan has no own voices; or an API key was used.' },
        },
        body: BlendSample,
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      maxOwnVoicesOf(identity, plans)
      const { userId } = identity
      const blend = await readBlend({ speech }, userId, request.body.blend)
      const file = await ownSamples.sampleOf({ userId, ...blend })
      return sendMp3(request, reply, { files, file, name: 'sample', headers: { 'cache-control': 'no-store' } })
    },
  )
