import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ExportedAccount } from '@utter/contracts/http/internal/account/export-account'
import { serviceUnavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { unzip } from '@utter/testing/unzip'
import { expect, test } from 'vitest'
import { workRequest } from '../support/a-work.ts'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

let isAccountAway = false
const account = {
  async exported(userId: string) {
    if (isAccountAway) throw serviceUnavailable()
    return {
      user: { id: userId, email: 'her@example.com' },
      apiKeys: [],
      sessions: [],
      audit: [],
    } as unknown as ExportedAccount
  },
}
const sounds = new Map<string, Readable>()
const jobs = await closedAfterAll(
  openJobs('export', {
    account,
    speech: { sound: async (jobId: string) => sounds.get(jobId) },
    foreignLanguage: () => undefined,
  }),
)

const exportOf = (token: string) => jobs.bytes('POST', '/api/auth/export', token)
async function member(texts: string[]) {
  const userId = await jobs.account('starter')
  const token = callers.account(newIdentity({ userId, tier: 'starter' }))
  const ids: string[] = []
  for (const userText of texts) {
    const body = { userText, requestId: randomUUID(), voiceId: 'default' }
    ids.push((await jobs.request('POST', '/api/tts', token, { body })).body.jobId)
  }
  return { userId, token, ids }
}

test('a zip of the account, of each of its jobs and of their sounds, and of nobody else’s', async () => {
  await member(['somebody else’s'])
  const { userId, token, ids } = await member(['spoken', 'its sound is gone', 'waiting'])
  const [spoken = '', gone = ''] = ids
  for (const id of [spoken, gone]) await complete(jobs, userId, id)
  sounds.set(spoken, Readable.from([Buffer.from('an mp3')]))
  const { status, headers, raw } = await exportOf(token)
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    expect.stringMatching(/^attachment; filename="utter-\d{4}-\d\d-\d\d\.zip"$/),
  ])
  const files = unzip(raw)
  expect([...files.keys()].sort()).toEqual(['account.json', 'jobs/00001.jsonl', `sounds/${spoken}.mp3`])
  expect(JSON.parse(String(files.get('account.json'))).user).toEqual({ id: userId, email: 'her@example.com' })
  expect(String(files.get(`sounds/${spoken}.mp3`))).toBe('an mp3')
  const lines = String(files.get('jobs/00001.jsonl')).trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line)).map(({ userText, status, file }) => ({ userText, status, file }))
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      { userText: 'spoken', status: 'completed', file: `sounds/${spoken}.mp3` },
      { userText: 'its sound is gone', status: 'completed' },
      { userText: 'waiting', status: 'pending' },
    ]),
  )
})

test('the list of pronunciations is in the zip, where there is one', async () => {
  const { userId, token } = await member([])
  const entries = [{ from: 'SQL', to: 'sequel', caseSensitive: false, wholeWord: true }]
  await jobs.deps.pronunciations.replace(userId, entries, jobs.now())
  const files = unzip((await exportOf(token)).raw)
  expect(JSON.parse(String(files.get('pronunciations.json')))).toEqual({ entries })
})

test('an account with more jobs than one file has has another, and each job once', async () => {
  const { userId, token } = await member([])
  const other = await member(['a'])
  const job = await jobs.deps.jobs.read(other.userId, other.ids[0] ?? '')
  const copies = Array.from({ length: 503 }, (_, index) => ({
    ...job,
    ...{
      _id: `${userId}-${index}`,
      userId,
      requestId: String(index),
      createdAt: new Date(1_700_000_000_000 + (index >> 2)),
    },
  }))
  await jobs.deps.jobs.insertAll(copies as never)
  const files = unzip((await exportOf(token)).raw)
  expect([...files.keys()]).toEqual(['account.json', 'jobs/00001.jsonl', 'jobs/00002.jsonl'])
  const ids = ['00001', '00002'].flatMap((name) =>
    String(files.get(`jobs/${name}.jsonl`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).requestId),
  )
  expect([ids.length, new Set(ids).size]).toEqual([503, 503])
})

test('503 while account is away; 429 for a second one at once', async () => {
  const { token } = await member([])
  isAccountAway = true
  const sentence = 'The service is not available right now, try again in a moment'
  expect(await jobs.request('POST', '/api/auth/export', token)).toMatchObject(problem(503, sentence, 'unavailable'))
  isAccountAway = false
  const both = await Promise.all([exportOf(token), exportOf(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
})

test('its works are in it, a file a chapter with its texts, and those before an edit', async () => {
  const userId = await jobs.account('creator')
  const token = callers.account(newIdentity({ userId, tier: 'creator' }))
  const made = await jobs.request('POST', '/api/works', token, { body: workRequest('r', [300], [200, 100]) })
  const inChapter = `/api/works/${made.body.workId}/chapters/${made.body.chapters[1].chapterId}`
  const [first] = (await jobs.request('GET', inChapter, token)).body.paragraphs
  await jobs.request('DELETE', `${inChapter}/paragraphs/${first.paragraphId}`, token)
  const files = unzip((await exportOf(token)).raw)
  const folder = `works/${made.body.workId}`
  const read = (name: string) => JSON.parse(String(files.get(`${folder}/${name}.json`)))
  expect([...files.keys()].filter((name) => name.startsWith('works/'))).toHaveLength(3)
  expect(read('work')).toMatchObject({ title: 'A book', chapters: [{ title: 'Chapter 1' }, { title: 'Chapter 2' }] })
  expect(read('002').paragraphs.map(({ text }: { text: string }) => text.length)).toEqual([100])
  expect(read('002').versions).toMatchObject([{ text: first.text, isRemoved: true }])
})
