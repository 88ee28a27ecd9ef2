import { type JobRow, JobView } from '@utter/contracts/http/jobs/job-views'
import { request } from '../../../lib/server/http.ts'
import { kindOf } from '../../jobs/kind-of.ts'
import { emptyVoiceJob } from '../../playground/voice-job.ts'
import type { ListSource } from '../list-draft.ts'

/** Jobs that are read at once. */
const inFlight = 6

/** The lines of these jobs as a list of a new batch, with the settings of the first one. A text that was not begun is taken as it is. */
export async function readFailedLines(rows: readonly JobRow[]): Promise<ListSource> {
  const jobs: JobView[] = []
  for (let from = 0; from < rows.length; from += inFlight) {
    const part = rows.slice(from, from + inFlight)
    jobs.push(
      ...(await Promise.all(part.map(async ({ id }) => JobView.parse(await request('GET', `/api/jobs/${id}`))))),
    )
  }
  const [first] = jobs
  const lines = jobs.map((job) => ({ text: job.userText, voice: job.voiceId, kind: kindOf(job) ?? 'tts' }))
  return {
    text: lines.map((line) => JSON.stringify(line)).join('\n'),
    values: {
      ...emptyVoiceJob,
      ...(first && {
        voiceId: first.voiceId,
        ttsSettings: first.ttsSettings,
        ...(first.language && { language: first.language }),
        ...(first.textNormalization && { textNormalization: first.textNormalization }),
      }),
    },
  }
}
