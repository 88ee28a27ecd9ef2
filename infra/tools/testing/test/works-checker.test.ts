import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { closedAfterAll } from '../src/closed-after-all.ts'
import { violationsOf } from '../src/invariants/checker.ts'
import { openStores, type ValidAccount, validAccount } from './support/valid-account.ts'
import { addValidWork, type ValidWork } from './support/valid-work.ts'

const stores = await closedAfterAll(openStores())
const { audio } = stores.stores
afterEach(async () => {
  for await (const { name } of audio.list()) await audio.remove(name)
})

async function account() {
  const valid = await validAccount(stores)
  return { valid, work: await addValidWork(stores, valid) }
}
const sentencesOf = (valid: ValidAccount, disturbed = false) =>
  violationsOf(valid.userId, valid.stores, valid.read, { disturbed })

test('a completed work has no violation', async () => {
  const { valid } = await account()
  expect(await sentencesOf(valid)).toEqual([])
})

test('nor has a work that is paused with half of it spoken', async () => {
  const { valid, work } = await account()
  await valid.change('jobs', 'works', work.workId, { $set: { state: 'paused' } })
  await valid.change('jobs', 'chapters', work.chapterId, { $set: { 'sections.0.revision': 2 } })
  expect(await sentencesOf(valid)).toEqual([])
})

test('of a section that was changed both jobs are counted, though one is deleted', async () => {
  const { valid, work } = await account()
  const before = `work:${work.section}:0:0`
  await valid.change('jobs', 'jobs', valid.reply, {
    $set: { status: 'deleted', endedAs: 'completed', requestId: before },
    $unset: { timeline: 1, audio: 1, aiResponse: 1 },
  })
  expect(await sentencesOf(valid)).toContainEqual(expect.stringMatching(/counts 1 calls, below the 2 owed/))
  await valid.change('jobs', 'chapters', work.chapterId, { $set: { calls: 2 } })
  expect((await sentencesOf(valid)).filter((sentence) => /calls/.test(sentence))).toEqual([])
})

type Plant = (valid: ValidAccount, work: ValidWork) => unknown
const ofWork =
  (update: object): Plant =>
  (valid, { workId }) =>
    valid.change('jobs', 'works', workId, update)
const ofChapter =
  (update: object): Plant =>
  (valid, { chapterId }) =>
    valid.change('jobs', 'chapters', chapterId, update)
const ofPiece =
  (update: object): Plant =>
  (valid, { piece }) =>
    valid.change('speech', 'pieces', piece, update)

test.each<[string, Plant, RegExp]>([
  ['a work that was submitted by half', ofWork({ $set: { state: 'submitting' } }), /work .* is still submitting/],
  ['one that is not spoken', ofWork({ $set: { state: 'speaking' } }), /work .* is still speaking/],
  ['one that is not gone', ofWork({ $set: { state: 'deleting' } }), /work .* is still deleting/],
  ['a chapter of no work', (a, { workId }) => a.remove('jobs', 'works', workId), /the chapter .* is of no work/],
  [
    'a job of a work that is gone',
    (a, { workId }) => a.remove('jobs', 'works', workId),
    /job .* speaks a section of a work that is gone/,
  ],
  [
    'jobs of sections that are gone',
    ofChapter({ $set: { removedJobs: ['x'] } }),
    /has 1 jobs of sections that are gone/,
  ],
  [
    'a section that is not spoken as it is',
    ofChapter({ $set: { 'sections.0.revision': 2 } }),
    /of a completed work is not spoken/,
  ],
  ['a section without a sound', ofChapter({ $unset: { 'sections.0.sound': 1 } }), /completed work is not spoken/],
  [
    'a job that is still waited for',
    ofChapter({ $set: { 'sections.0.job': { id: 'x', revision: 1 } } }),
    /still waits for job x/,
  ],
  [
    'a sound whose job is gone',
    ofChapter({ $set: { 'sections.0.sound.jobId': 'x' } }),
    /has the sound of a job that is gone/,
  ],
  [
    'the sound of a job that failed',
    (a, { chapterId, sound }) =>
      a.change('jobs', 'chapters', chapterId, { $set: { 'sections.0.sound': { ...sound, jobId: a.failed } } }),
    /has the sound of a job that is gone/,
  ],
  [
    'a sound of another length',
    ofChapter({ $set: { 'sections.0.sound.durationMs': 2 } }),
    /another sound than its job/,
  ],
  ['a sound of another size', ofChapter({ $set: { 'sections.0.sound.sizeBytes': 2 } }), /another sound than its job/],
  [
    'a job beside that of the sound',
    ofChapter({ $push: { 'sections.0.jobs': 'x' } }),
    /has jobs beside that of its sound/,
  ],
  ['a job that its section lost', ofChapter({ $set: { 'sections.0.jobs': [] } }), /a section that does not name it/],
  [
    'a job of another section',
    (a) => a.change('jobs', 'jobs', a.tts, { $set: { 'section.id': 'x' } }),
    /a section that does not name it/,
  ],
  ['a call that is not counted', ofChapter({ $set: { calls: 0 } }), /counts 0 calls, below the 1 owed/],
  ['a call that was counted twice', ofChapter({ $set: { calls: 2 } }), /count 2 calls, and the jobs of works owe 1/],
  ['a piece of no work', ofPiece({ $set: { works: [] } }), /the piece .* is of no work/],
  ['a piece of a work that is gone', ofPiece({ $push: { works: 'x' } }), /is kept for a work that is gone/],
  ['a piece whose file is gone', (_, { fileOfPiece }) => audio.remove(fileOfPiece()), /is kept, and its file is gone/],
  [
    'a piece whose file is empty',
    (_, { fileOfPiece }) => audio.write(fileOfPiece(), Buffer.alloc(0)),
    /is kept, and its file is gone/,
  ],
  ['the file of another piece', ofPiece({ $set: { name: `${randomUUID()}.x.y.pcm` } }), /names the file of another/],
  [
    'a file that no piece names',
    (_, { fileOfPiece }) => audio.write(fileOfPiece('another'), Buffer.from('pcm')),
    /is named by no kept piece/,
  ],
])('planted and found: %s', async (_name, plant, sentence) => {
  const { valid, work } = await account()
  await plant(valid, work)
  expect((await sentencesOf(valid)).join('\n')).toMatch(sentence)
})

test('a file of a piece that a death has left is the sweeper’s', async () => {
  const { valid, work } = await account()
  await audio.write(work.fileOfPiece('another'), Buffer.from('pcm'))
  expect(await sentencesOf(valid, true)).toEqual([])
})
