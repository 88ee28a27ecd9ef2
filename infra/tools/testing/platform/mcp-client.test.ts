import { randomUUID } from 'node:crypto'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Scope } from '@utter/contracts/credential'
import { Customer } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { giveOwnVoice } from '@utter/testing/customers/own-voice'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { afterAll, expect, test } from 'vitest'

/** The protocol's own client, with an address and a key. */
const { url } = ownPlatform()
const customer = await Customer.signUp(url)
await makeEnterprise(customer)
const operator = await testOperator()
const keyOf = (...scopes: Scope[]) => operator.createKey(customer.email, 'an agent', scopes)

/** Versions of the protocol: those of 2025 begin by a handshake, the present one has each message say its own. */
type Mode = 'legacy' | { pin: string }
const modes: Mode[] = ['legacy', { pin: '2026-07-28' }]

const opened: Client[] = []
afterAll(() => Promise.all(opened.map((client) => client.close())))
async function clientOf(key: string, mode: Mode = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  opened.push(client)
  return client
}
const client = await clientOf(await keyOf('jobs:write', 'jobs:read'))
const call = async (name: string, args: Record<string, unknown>, by = client) =>
  (await by.callTool({ name, arguments: args })) as CallToolResult
const refusalIn = ({ isError, content: [first] }: CallToolResult) => {
  expect(isError).toBe(true)
  return JSON.parse(first?.type === 'text' ? first.text : '') as object
}

test('its tools are listed, with what they take and what they give', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['speak', 'reply', 'job', 'voices'])
  const [speak] = tools
  expect(speak?.inputSchema).toMatchObject({ type: 'object', required: ['text'] })
  expect(Object.keys(speak?.inputSchema.properties ?? {})).toContain('voice')
  expect(Object.keys(speak?.outputSchema?.properties ?? {})).toContain('audioUrl')
})

test('a text is spoken: the result has its mp3, and the address of the same', async () => {
  const { content, structuredContent } = await call('speak', { text: 'Good morning from an agent.', speed: 1.2 })
  const [sound] = content
  if (sound?.type !== 'audio') return expect.unreachable(`a sound, not ${JSON.stringify(content)}`)
  const bytes = Buffer.from(sound.data, 'base64')
  expect([sound.mimeType, bytes.subarray(0, 3).toString('latin1')]).toEqual(['audio/mpeg', 'ID3'])
  const { audioUrl, durationMs } = structuredContent as { audioUrl: string; durationMs: number }
  expect(durationMs).toBeGreaterThan(500)
  const { pathname, search } = new URL(audioUrl)
  const fetched = await fetch(new URL(pathname + search, url))
  expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true)
})

test('the same seed is the same sound, another is another, and a check by words is told', async () => {
  const { tools } = await client.listTools()
  // Null is none.
  const oneOf = (schema: object) => ({ anyOf: [expect.objectContaining(schema), { type: 'null' }] })
  const describes = (words: string) => expect.stringContaining(words)
  for (const { inputSchema } of tools.slice(0, 2))
    expect(inputSchema.properties).toMatchObject({
      seed: { ...oneOf({ type: 'integer', minimum: 0, maximum: 4_294_967_295 }), description: describes('same sound') },
      check: { ...oneOf({ enum: ['shape', 'words'] }), description: describes('twice as long') },
    })
  const hashOf = async (more: object, by = client) => {
    const { structuredContent } = await call('speak', { text: 'A text with a seed.', voice: 'joe', ...more }, by)
    return structuredContent as { pcmHash: string; checked: string }
  }
  // An account's earlier sound is used for no other.
  const stranger = await clientOf(
    await operator.createKey((await Customer.signUp(url)).email, 'an agent', ['jobs:write']),
  )
  const [first, again] = [await hashOf({ seed: 7 }), await hashOf({ seed: 7 }, stranger)]
  const other = await hashOf({ seed: 8 })
  expect(first.pcmHash).toMatch(/^[0-9a-f]{64}$/)
  expect([again.pcmHash, other.pcmHash === first.pcmHash]).toEqual([first.pcmHash, false])
  expect([first.checked, (await hashOf({ seed: 9, check: 'words' })).checked]).toEqual(['shape', 'words'])
  expect(refusalIn(await call('speak', { text: 'Hello.', seed: -1 }))).toMatchObject({ details: [{ field: 'seed' }] })
  expect(refusalIn(await call('reply', { text: 'Hello.', check: 'all' }))).toMatchObject({
    details: [{ field: 'check', message: "check must be 'shape' or 'words'" }],
  })
})

test.each(modes)('%j: a reply is written and spoken, its progress is told, and it is found by its id', async (mode) => {
  const told: number[] = []
  const agent = await clientOf(await keyOf('jobs:write', 'jobs:read'), mode)
  const { structuredContent } = await agent.callTool(
    { name: 'reply', arguments: { text: `Say hello to ${randomUUID()}.` } },
    { onprogress: ({ progress }) => void told.push(progress) },
  )
  const { jobId, reply } = structuredContent as { jobId: string; reply: string }
  expect(reply).toBeTruthy()
  expect(told.length).toBeGreaterThan(0)
  expect(told).toEqual([...new Set(told)].sort((a, b) => a - b))
  const { structuredContent: found } = await call('job', { jobId }, agent)
  expect(found).toMatchObject({ jobId, reply, status: 'completed' })
})

test('an agent that leaves does not cancel its job', async () => {
  const args = { text: 'It is spoken all the same, whoever is there to hear.', requestId: randomUUID() }
  const leaves = new AbortController()
  const left = client.callTool(
    { name: 'speak', arguments: args },
    { signal: leaves.signal, onprogress: () => leaves.abort() },
  )
  await expect(left).rejects.toThrow()
  const again = await call('speak', args)
  expect(again.structuredContent).toMatchObject({ status: 'completed' })
  const { jobId } = again.structuredContent as { jobId: string }
  expect((await customer.get(`/api/jobs/${jobId}`)).body).toMatchObject({ requestId: args.requestId })
})

test('the same requestId is the same job', async () => {
  const args = { text: 'Only once.', requestId: randomUUID() }
  const ids = [await call('speak', args), await call('speak', args)].map(
    ({ structuredContent }) => (structuredContent as { jobId: string }).jobId,
  )
  expect(ids[0]).toBe(ids[1])
})

test('the voices that speak a language are listed, each with a sample', async () => {
  const voicesIn = async (args: object) =>
    (
      (await call('voices', { ...args })).structuredContent as {
        voices: { id: string; languages: string[]; sampleUrl: string }[]
      }
    ).voices
  const all = await voicesIn({})
  expect(all.map(({ id }) => id).sort()).toEqual(
    ((await customer.get('/api/voices')).body as { id: string }[]).map(({ id }) => id).sort(),
  )
  const english = await voicesIn({ language: 'en-GB' })
  expect(english.length).toBeGreaterThan(0)
  expect(english.every(({ languages }) => languages.some((one) => one.startsWith('en')))).toBe(true)
})

test('an own voice is among the voices of its account, and of no other', async () => {
  const id = await giveOwnVoice(customer, 'voiceOfOneAgent')
  const stranger = await Customer.signUp(url)
  const strangers = await clientOf(await operator.createKey(stranger.email, 'another agent', ['jobs:write']))
  const idsFor = async (by: Client) =>
    ((await call('voices', {}, by)).structuredContent as { voices: { id: string }[] }).voices.map((voice) => voice.id)
  expect((await idsFor(client)).at(-1)).toBe(id)
  expect(await idsFor(strangers)).not.toContain(id)
})

test('what a tool refuses is a result that names the field, and costs nothing', async () => {
  const usedCalls = async () =>
    ((await customer.get('/api/auth/me')).body as { user: { apiCallsUsed: number } }).user.apiCallsUsed
  const before = await usedCalls()
  expect(refusalIn(await call('speak', { text: '' }))).toMatchObject({
    error: 'text is required',
    code: 'invalid_request',
    details: [{ field: 'text', message: 'text is required' }],
  })
  expect(refusalIn(await call('speak', { text: 'Hello.', speed: 9 }))).toMatchObject({ details: [{ field: 'speed' }] })
  expect(refusalIn(await call('speak', { text: 'Hello.', voice: 'nobody' }))).toMatchObject({
    code: 'invalid_voice',
    details: [{ field: 'voice' }],
  })
  expect(refusalIn(await call('job', { jobId: randomUUID() }))).toMatchObject({ code: 'job_not_found' })
  expect(await usedCalls()).toBe(before)
})

test('a key does with the tools what its scopes allow', async () => {
  const reader = await clientOf(await keyOf('jobs:read'))
  expect(refusalIn(await call('speak', { text: 'Hello.' }, reader))).toMatchObject({
    error: 'This API key lacks the scope jobs:write',
    code: 'missing_scope',
  })
  expect((await call('voices', {}, reader)).isError).toBeFalsy()
  await expect(clientOf('utter_nobody')).rejects.toThrow(/401|Unauthorized|invalid_key/i)
})

const ask = (method: string, headers: Record<string, string>, body?: string) =>
  fetch(new URL('/mcp', url), { method, headers, ...(body !== undefined && { body }) })
const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const mcpHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

test('a browser reaches no tool: by its session, from another site, or by another method', async () => {
  const bySession = await ask('POST', { ...mcpHeaders, ...customer.headers }, message)
  expect([bySession.status, bySession.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const authorization = `Bearer ${await keyOf('jobs:write')}`
  const ofAnotherSite = await ask('POST', { ...mcpHeaders, authorization, origin: 'https://evil.example' }, message)
  expect(ofAnotherSite.status).toBe(403)
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await ask(method, { ...mcpHeaders, authorization })
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
  expect((await ask('POST', { ...mcpHeaders, authorization }, message)).status).toBe(200)
})

test('a message that is none of the protocol is an error of JSON-RPC', async () => {
  const authorization = `Bearer ${await keyOf('jobs:write')}`
  const sent = async (body: object) => {
    const answer = await ask('POST', { ...mcpHeaders, authorization }, JSON.stringify(body))
    return JSON.parse((await answer.text()).replace(/^.*?data: /s, '')) as object
  }
  expect(await sent({ id: 1 })).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
  expect(await sent({ jsonrpc: '2.0', id: 1, method: 'tools/fly' })).toMatchObject({ id: 1, error: { code: -32601 } })
})
