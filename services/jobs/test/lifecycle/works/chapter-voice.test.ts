import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { afterEach, expect, test } from 'vitest'
import { withVoice } from '../../../src/domain/works/chapter-voice.ts'
import { insertParagraph } from '../../../src/domain/works/sections.ts'
import type { Work } from '../../../src/domain/works/work.ts'
import { editChapter } from '../../../src/lifecycle/works/edit-chapter.ts'
import { makeWork } from '../../support/a-work.ts'
import { openLifecycle } from '../../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-chapter-voice'))
afterEach(() => lifecycle.clear())
const { deps } = lifecycle

/** A work of one chapter, and how that gets a voice. */
async function aWork(...lengths: number[]) {
  const userId = await lifecycle.account('creator')
  const work = await makeWork(lifecycle, userId, 'r', lengths)
  const [outline] = await work.outlines()
  const place = { userId, workId: work.id, chapterId: outline?._id ?? '' }
  const document = (await work.read()) as Work
  const setVoice = (voiceId: string | undefined, by: Pick<typeof deps, 'works' | 'chapters' | 'clock'> = deps) =>
    editChapter(by, place, (_sections, chapter) => withVoice(chapter, document, voiceId))
  const used = async () => {
    const { used: all, adjustment } = await lifecycle.allowance(userId)
    return all - adjustment
  }
  return { userId, work, place, setVoice, used }
}

test('a chapter that was spoken is spoken by its new voice, for a call each section, and then nothing is left', async () => {
  const { userId, work, setVoice, used } = await aWork(10_000, 300)
  await work.speakAll()
  await setVoice('joe')
  expect(await work.read()).toMatchObject({ state: 'speaking' })
  const spoken = await work.speakAll()
  expect(spoken.map(({ voiceId }) => voiceId)).toEqual(['joe', 'joe'])
  expect(await work.read()).toMatchObject({ state: 'completed' })
  expect(await used()).toBe(4)
  await setVoice('joe')
  expect(await work.speakAll()).toEqual([])
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a voice that is given while a section is spoken speaks it once that has ended', async () => {
  const { work, setVoice } = await aWork(300)
  await work.advance()
  const [before] = await work.inFlight()
  await setVoice('joe')
  expect((await work.inFlight()).map(({ _id }) => _id)).toEqual([before?._id])
  if (before) await work.report(before)
  const spoken = await work.speakAll()
  expect(spoken.map(({ voiceId }) => voiceId)).toEqual(['joe'])
  const [chapter] = await work.outlines()
  expect(chapter?.sections[0]?.sound).toMatchObject({ jobId: spoken[0]?._id, revision: 2 })
})

test('a paragraph that is added later is spoken by the voice of its chapter', async () => {
  const { work, place, setVoice } = await aWork(300)
  await setVoice('joe')
  await work.speakAll()
  await editChapter(deps, place, (sections) =>
    insertParagraph({ sections, newId: randomUUID }, { id: randomUUID(), text: 'Late.' }, undefined),
  )
  const [job] = await work.speakAll()
  expect(job).toMatchObject({ voiceId: 'joe', userText: expect.stringContaining('Late.') })
})

test('of an edit and a voice at once none is lost', async () => {
  const { work, place, setVoice } = await aWork(300)
  const text = { id: randomUUID(), text: 'New.' }
  await Promise.all([
    setVoice('joe'),
    editChapter(deps, place, (sections) => insertParagraph({ sections, newId: randomUUID }, text, undefined)),
  ])
  const [chapter] = await work.outlines()
  expect(chapter).toMatchObject({ voiceId: 'joe', revision: 3 })
  expect(chapter?.sections.flatMap(({ paragraphs }) => paragraphs)).toHaveLength(2)
  const [job] = await work.speakAll()
  expect(job).toMatchObject({ voiceId: 'joe', userText: expect.stringContaining('New.') })
})

test.each([false, true])(
  'a death beside the update (made: %s): the voice is there or not, and all is spoken by it',
  async (isMade) => {
    const { work, setVoice } = await aWork(300)
    await work.speakAll()
    const dying = {
      ...deps,
      chapters: {
        ...deps.chapters,
        async update(...given: Parameters<typeof deps.chapters.update>) {
          if (isMade) await deps.chapters.update(...given)
          throw new Error('dead')
        },
      },
    }
    await expect(setVoice('joe', dying)).rejects.toThrow('dead')
    expect((await work.speakAll()).map(({ voiceId }) => voiceId)).toEqual(isMade ? ['joe'] : [])
    expect(await work.read()).toMatchObject({ state: 'completed' })
  },
)
