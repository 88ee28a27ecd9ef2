import { createClient } from '@utter/client/client'
import { clientSample } from '@utter/web/features/code-samples/client-sample'
import type { ApiCall } from '@utter/web/features/code-samples/code-parts'
import { expect, test } from 'vitest'

const id = 'f3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c'
const calls: ApiCall[] = [
  { method: 'POST', path: '/api/tts', body: { userText: 'Hello' } },
  { method: 'POST', path: '/api/reply', body: { userText: 'Hello' } },
  { method: 'POST', path: '/api/batch', body: { jobs: [{ userText: 'Hello' }] } },
  { method: 'GET', path: `/api/batch/${id}/results` },
  { method: 'GET', path: `/api/jobs/${id}` },
  { method: 'GET', path: `/api/jobs/${id}/words` },
  { method: 'GET', path: `/api/events/${id}`, isStream: true },
]

test.each(calls)('the sample of $method $path calls what the client has, and is for this platform', (call) => {
  const text = (clientSample(call, 'https://utter.example') ?? []).map((part) => part.text).join('')
  expect(text).toContain("url: 'https://utter.example'")
  const called = [...text.matchAll(/utter\.(\w+)\(/g)].map(([, name = '']) => name)
  const client = createClient({ url: 'https://utter.example', apiKey: 'a key' })
  expect(called).not.toEqual([])
  expect(called.filter((name) => typeof client[name as keyof typeof client] !== 'function')).toEqual([])
})

test('a call that the client has not is no sample of it', () => {
  expect(clientSample({ method: 'POST', path: '/api/chat', body: {} }, '')).toBeUndefined()
})
