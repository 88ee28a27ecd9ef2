import { randomUUID } from 'node:crypto'
import type { BatchSubmitted } from '@utter/contracts/http/jobs/batch'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { unzip } from '@utter/testing/unzip'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

test('the zip of a batch has the sound of every job as its own address has it, of one from the cache too', async () => {
  const customer = await Customer.signUp(url)
  await makeEnterprise(customer)
  customer.mayBeCached = true
  const known = { userText: 'Known words.', voiceId: 'slt' }
  await customer.finished(jobIdOf(await customer.post('/api/tts', { ...known, requestId: randomUUID() })))
  const { body } = await customer.post('/api/batch', {
    jobs: [
      { requestId: 'spoken', userText: 'New words.', voiceId: 'slt' },
      { requestId: 'cached', ...known },
      { requestId: 'reply', kind: 'reply', userText: 'Say one word.', voiceId: 'slt' },
    ],
  })
  const { batchId } = body as BatchSubmitted
  await eventually('all have ended', async () => {
    const { counts } = (await customer.get(`/api/batch/${batchId}`)).body as { counts: { completed: number } }
    return counts.completed === 3
  })
  const results = await fetch(new URL(`/api/batch/${batchId}/results?format=zip`, url), { headers: customer.headers })
  expect([results.status, results.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzip(Buffer.from(await results.arrayBuffer()))
  expect([...files.keys()]).toEqual(['001-spoken.mp3', '002-cached.mp3', '003-reply.mp3', 'results.jsonl'])
  const lines = String(files.get('results.jsonl')).trim().split('\n')
  for (const { file, audioUrl } of lines.map((line) => JSON.parse(line) as { file: string; audioUrl: string })) {
    const sound = await fetch(audioUrl)
    expect(sound.status).toBe(200)
    expect(files.get(file)?.equals(Buffer.from(await sound.arrayBuffer()))).toBe(true)
  }
})
