import { mayDo } from '@utter/http/identity'
import { forbidden } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { type SubtitleFormat, subtitlesOf, subtitleTypes } from '@utter/text/words/subtitles'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { findAudio } from '../store/find-audio.ts'
import { findWords } from '../store/find-words.ts'
import { sendLive } from '../views/send-live.ts'
import { mp3Answers, mp3Refusals, sendMp3 } from '../views/send-mp3.ts'

const Params = z.object({ file: z.string() })
const Query = z.object({
  expires: z.optional(z.string()),
  signature: z.optional(z.string()),
  download: z.optional(z.string()),
})

/** The same answer for every refusal, so that it does not show whether the audio exists. */
const refused = () => forbidden('This audio is not available')

/**
 * `GET /audio/<job id>.mp3`: by a signed address, or for the owner. Byte ranges, so that a player can seek. `.srt` and `.vtt` are its words as
 * subtitles. A job that can be heard as it is spoken answers with what there is, and goes on until it ends.
 */
export const audioRoute: Route<Deps> = (app, { claims, files, liveSounds, guard, audio, clock }) => {
  app.get(
    '/audio/:file',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'getAudio',
          tag: 'Audio and voices',
          summary: 'The sound of a job',
          description:
            'An mp3: 48 kHz, 128 kbit/s, at -16 LUFS. By the signed address of `audioUrl`, or with a login or a key with the scope `jobs:read`. While a job with `stream` is spoken, its sound from the beginning as it comes: without a length, without ranges, and each sentence at its loudness by itself. With `.srt` or `.vtt` in place of `.mp3`, and the same signature, its words as subtitles, where the job has word timestamps.',
          parameters: {
            file: '`<job id>.mp3`, `.srt` or `.vtt`',
            expires: 'Of a signed address.',
            signature: 'Of a signed address.',
            download: 'Present: a browser saves it, in place of playing it.',
          },
          headers: ['Range', 'IfNoneMatch'],
          answers: {
            ...mp3Answers,
            200: { ...mp3Answers[200], types: ['audio/mpeg', 'text/vtt', 'application/x-subrip'] },
          },
          refusals: {
            ...mp3Refusals,
            403: 'This audio is not available: the address is not signed, and it is not yours, or does not exist.',
          },
        },
        params: Params,
        querystring: Query,
      },
    },
    async (request, reply) => {
      const [, jobId, form] = /^([\w-]{1,100})\.(mp3|srt|vtt)$/.exec(request.params.file) ?? []
      if (!jobId) throw refused()
      const isSigned = audio.isGood(jobId, request.query, clock.now())
      const identity = request.caller?.identity
      const reader = identity && mayDo(identity, 'jobs:read') ? identity.userId : undefined
      if (!isSigned && !reader) throw refused()
      const isAllowed = (userId: string) => isSigned || userId === reader
      const isDownload = request.query.download !== undefined
      const headers = {
        'cache-control': 'private, max-age=3600',
        // A signed address may be used in a page of any site.
        'cross-origin-resource-policy': 'cross-origin',
      }
      if (form !== 'mp3') {
        const words = await findWords(claims, jobId, isAllowed)
        if (!words) throw refused()
        const format = form as SubtitleFormat
        const disposition = `${isDownload ? 'attachment' : 'inline'}; filename="${jobId}.${format}"`
        return reply
          .headers({ ...headers, 'content-disposition': disposition })
          .type(subtitleTypes[format])
          .send(subtitlesOf(words, format))
      }
      const findFile = () => findAudio({ claims, files }, jobId, isAllowed)
      let file = await findFile()
      if (!file) {
        const sound = await liveSounds.find(jobId).catch(() => undefined)
        if (sound && isAllowed(sound.userId)) return sendLive(request, reply, { sound, headers, job: jobId })
        // The job may have ended between the two looks.
        file = await findFile()
        if (!file) throw refused()
      }
      const disclosed = { job: jobId, voice: file.work?.voice, provider: file.work?.provider }
      return sendMp3(request, reply, { files, file, name: jobId, headers, isDownload, disclosed })
    },
  )
}
