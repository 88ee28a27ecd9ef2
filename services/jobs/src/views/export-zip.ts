import type { Readable } from 'node:stream'
import type { ExportedAccount } from '@utter/contracts/http/internal/account/export-account'
import type { Deps } from '../deps.ts'
import { viewOf } from './job-bodies.ts'
import { chapterViewOf, versionsOf, workViewOf } from './works/work-views.ts'
import { openZip, type Zip } from './zip.ts'

/** Jobs that are read at once, and in one file of the zip. */
const jobsPerFile = 500
const worksPerPage = 50

type ExportDeps = Pick<
  Deps,
  'jobs' | 'pronunciations' | 'works' | 'chapters' | 'speech' | 'audio' | 'estimates' | 'clock'
>

/**
 * A zip of all that an account has here: `account.json`, its list of pronunciations where it has one, its works by the chapter, its jobs newest first in `jobs/00001.jsonl` and so on, and their sounds. It is
 * filled as it is read, so that it has no bound but the account's. A sound that is gone is left out; while speech does not answer the zip
 * breaks off.
 */
export const exportZip = (deps: ExportDeps, account: ExportedAccount, signal: AbortSignal): Readable =>
  openZip(async (zip) => {
    const { jobs, pronunciations, speech, audio, estimates, clock } = deps
    const now = clock.now()
    zip.text('account.json', `${JSON.stringify(account, null, 2)}\n`, now)
    const entries = await pronunciations.entriesOf(account.user.id)
    if (entries.length > 0) zip.text('pronunciations.json', `${JSON.stringify({ entries }, null, 2)}\n`, now)
    await addWorks(deps, zip, account.user.id)
    for (let files = 1, before: { at: Date; id: string } | undefined; ; files++) {
      const page = await jobs.wholePage(account.user.id, jobsPerFile, before)
      const lines: string[] = []
      for (const job of page) {
        const sound = job.status === 'completed' ? await speech.sound(job.sameAs ?? job._id, signal) : undefined
        const file = `sounds/${job._id}.mp3`
        if (sound) await zip.sound(file, sound, job.completedAt ?? job.updatedAt)
        lines.push(`${JSON.stringify({ ...viewOf(job, { audio, estimates, now }), ...(sound && { file }) })}\n`)
      }
      if (lines.length > 0) zip.text(`jobs/${String(files).padStart(5, '0')}.jsonl`, lines.join(''), now)
      const last = page.at(-1)
      if (!last || page.length < jobsPerFile) return
      before = { at: last.createdAt, id: last._id }
    }
  })

/** `works/<id>/work.json`, and `001.json` and so on beside it: a chapter each, with its texts and their versions. */
async function addWorks({ works, chapters }: ExportDeps, zip: Zip, userId: string): Promise<void> {
  for (let before: { at: Date; id: string } | undefined; ; ) {
    const page = await works.page(userId, worksPerPage, before)
    for (const work of page) {
      const outlines = await chapters.outlines(userId, work._id)
      const add = (name: string, content: unknown) =>
        zip.text(`works/${work._id}/${name}.json`, `${JSON.stringify(content, null, 2)}\n`, work.updatedAt)
      add('work', workViewOf(work, outlines))
      for (const { _id, position } of outlines) {
        const chapter = await chapters.readWithPast(userId, _id)
        if (chapter) add(String(position + 1).padStart(3, '0'), { ...chapterViewOf(chapter), ...versionsOf(chapter) })
      }
    }
    const last = page.at(-1)
    if (!last || page.length < worksPerPage) return
    before = { at: last.createdAt, id: last._id }
  }
}
