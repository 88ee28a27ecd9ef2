import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { BatchResult } from '@utter/contracts/http/jobs/batch'
import { unavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { unzip } from '@utter/testing/unzip'
import { expect, test } from 'vitest'
import { withBatch } from '../../support/batch.ts'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const sounds = new Map<string, string>()
const speech = {
  sound: async (jobId: string) => {
    const sound = sounds.get(jobId)
    if (sound === 'away') throw unavailable()
    return sound === undefined ? undefined : Readable.from([Buffer.from(sound)])
  },
}

const jobs = await closedAfterAll(openJobs('batch-results', { speech }))

const results = (token: string | undefined, id: string, query = '') =>
  jobs.text('GET', `/api/batch/${id}/results${query}`, token)
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => BatchResult.parse(JSON.parse(line)))

/** A batch of a text with a reply, one without, one that was cancelled and one that waits. */
async function mixed() {
  const batch = await withBatch(jobs, 4, (index) =>
    index === 0 ? { kind: 'reply', requestId: `r/1 ${randomUUID()}` } : {},
  )
  const [first, second, third] = batch.made.map(({ jobId }) => jobId)
  await complete(jobs, batch.userId, first ?? '')
  await complete(jobs, batch.userId, second ?? '')
  await jobs.request('POST', `/api/jobs/${third}/cancel`, batch.token)
  return batch
}

test('its head reads no sound, and conditions by a mark, which it has none of, do not hold', async () => {
  const { token, batchId } = await mixed()
  for (const [format, type] of [
    ['jsonl', 'application/x-ndjson; charset=utf-8'],
    ['zip', 'application/zip'],
  ]) {
    const path = `/api/batch/${batchId}/results?format=${format}`
    const head = await jobs.text('HEAD', path, token)
    expect([head.status, head.headers['content-type'], head.body]).toEqual([200, type, ''])
    const status = async (headers: Record<string, string>) => (await jobs.text('GET', path, token, { headers })).status
    expect([await status({ 'if-match': '"a"' }), await status({ 'if-none-match': '*' })]).toEqual([412, 304])
    expect([await status({ 'if-match': '*' }), await status({ 'if-none-match': '"a"' })]).toEqual([200, 200])
  }
})

test('a line for each job that has ended, in the order of the batch', async () => {
  const { token, batchId, made } = await mixed()
  const { status, headers, body } = await results(token, batchId)
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
    `attachment; filename="batch-${batchId}.jsonl"`,
  ])
  const lines = linesOf(body)
  expect(lines).toEqual([
    {
      ...made[0],
      status: 'completed',
      reply: 'Well',
      audioUrl: expect.stringMatching(/^https:\/\/utter\.example\/audio\/.+signature=/),
    },
    { ...made[1], status: 'completed', audioUrl: expect.any(String) },
    { ...made[2], status: 'failed', error: 'Cancelled' },
  ])
})

/** The names of a zip's files, and their texts by name. */
function opened(zip: Buffer): { names: string[]; read(name: string): string | undefined } {
  const files = unzip(zip)
  return { names: [...files.keys()], read: (name) => files.get(name)?.toString() }
}

test('a zip with the sounds, named in the order of the batch, and the same lines with their files', async () => {
  const { token, batchId, made } = await mixed()
  sounds.set(made[0]?.jobId ?? '', 'first sound').set(made[1]?.jobId ?? '', 'second sound')
  const { status, headers, raw } = await jobs.bytes('GET', `/api/batch/${batchId}/results?format=zip`, token)
  expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
  const { names, read } = opened(raw)
  const [first = '', second = ''] = names
  expect(first).toMatch(/^001-r_1_[\w-]+\.mp3$/)
  expect(names).toEqual([first, `002-${made[1]?.requestId}.mp3`, 'results.jsonl'])
  expect([read(first), read(second)]).toEqual(['first sound', 'second sound'])
  expect(linesOf(read('results.jsonl') ?? '').map(({ status: ended, file }) => [ended, file])).toEqual([
    ['completed', first],
    ['completed', second],
    ['failed', undefined],
  ])
})

test('a sound that is gone is left out of the zip, and its line stays', async () => {
  const { token, batchId, made } = await mixed()
  sounds.set(made[1]?.jobId ?? '', 'second sound')
  const { names, read } = opened((await jobs.bytes('GET', `/api/batch/${batchId}/results?format=zip`, token)).raw)
  expect(names).toEqual([`002-${made[1]?.requestId}.mp3`, 'results.jsonl'])
  expect(linesOf(read('results.jsonl') ?? '').map(({ file }) => file)).toEqual([undefined, names[0], undefined])
})

test('503 while speech is unavailable; a zip that has begun breaks off, so that nobody takes half of it for the whole', async () => {
  const { token, batchId, made } = await mixed()
  const zip = () => jobs.bytes('GET', `/api/batch/${batchId}/results?format=zip`, token)
  sounds.set(made[0]?.jobId ?? '', 'away')
  expect((await zip()).status).toBe(503)
  sounds.set(made[0]?.jobId ?? '', 'first sound').set(made[1]?.jobId ?? '', 'away')
  await expect(zip()).rejects.toThrow('response destroyed before completion')
})

test('400 for another format', async () => {
  const { token, batchId } = await mixed()
  const { status, body } = await results(token, batchId, '?format=csv')
  expect({ status, body: JSON.parse(body) }).toMatchObject(invalid('format', 'format must be jsonl or zip'))
})

test('404 for a batch that is not the account’s, as for none', async () => {
  const { batchId } = await mixed()
  for (const id of [batchId, randomUUID()]) {
    const { status, body } = await results(callers.account(newIdentity()), id)
    expect({ status, body: JSON.parse(body) }).toMatchObject(problem(404, 'Batch not found', 'batch_not_found'))
  }
})
