import { OwnVoicePath } from '@utter/contracts/http/own-voices'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { unknownVoice } from '../../domain/find-voice.ts'
import { ownSampleName } from '../../domain/voice-sample.ts'

/** `DELETE /api/voices/mine/<id>`: a vendor keeps its voice, and jobs can name it no more. */
export const removeOwnVoice: Route<Deps> = (app, { ownVoices, files, guard }) =>
  app.delete(
    '/api/voices/mine/:id',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'removeOwnVoice',
          tag: 'Audio and voices',
          summary: 'Remove a voice of your own',
          parameters: { id: 'The id of the voice.' },
          answers: { 204: { description: 'Jobs can name it no more.' } },
        },
        params: OwnVoicePath,
      },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const isRemoved = await ownVoices.remove(userId, request.params.id)
      if (!isRemoved) throw notFound(unknownVoice.sentence, unknownVoice.code)
      await files.remove(ownSampleName({ userId, voiceId: request.params.id }))
      return reply.code(204).send()
    },
  )
