import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { saveBlob } from '../../../lib/browser/save-answer.ts'
import { t } from '../../../lib/language/words.ts'
import { HttpError } from '../../../lib/server/http.ts'
import { soundName } from '../../jobs/sound-name.ts'

/** Bounds of what a page holds in memory for one file: three hours of sound, in bytes. */
export const maxZipBytes = 200 * 1024 * 1024

/** Sounds that are put into one zip. */
export interface Sounds {
  /** @throws HttpError; RangeError when together they are larger than a zip may be */
  fetch: (job: JobRow) => Promise<void>
  /** Saves those that were fetched, in the order of `jobs`. */
  save: (jobs: readonly JobRow[]) => Promise<void>
}

export function collectSounds(maxBytes = maxZipBytes): Sounds {
  const sounds = new Map<string, Blob>()
  let bytes = 0
  return {
    fetch: async ({ id, audioUrl = '' }) => {
      if (bytes > maxBytes) throw new TooLarge()
      const response = await fetch(audioUrl, { credentials: 'include' })
      if (!response.ok) throw new HttpError(response.status, await response.text(), response.statusText)
      const sound = await response.blob()
      bytes += sound.size
      if (bytes > maxBytes) throw new TooLarge()
      sounds.set(id, sound)
    },
    save: async (jobs) => {
      const { downloadZip } = await import('client-zip')
      async function* files() {
        for (const [index, job] of jobs.entries()) {
          const sound = await sounds.get(job.id)?.arrayBuffer()
          if (!sound) continue
          const lastModified = new Date(job.createdAt)
          yield { name: nameOf(job, index), input: new Uint8Array(sound), lastModified }
        }
      }
      saveBlob(await downloadZip(files()).blob(), `utter-${sounds.size}-sounds.zip`)
    },
  }
}

class TooLarge extends RangeError {
  override message = t('The zip would be too large: save fewer at once')
}

/** Its place in the list, and its own name: '007-good-morning-b5527d31.mp3'. */
export const nameOf = (job: Pick<JobRow, 'id' | 'userText'>, index: number): string =>
  `${String(index + 1).padStart(3, '0')}-${soundName(job)}`
