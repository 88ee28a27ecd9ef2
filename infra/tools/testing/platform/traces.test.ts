import { randomUUID } from 'node:crypto'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { openWebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import { ownPlatform } from '@utter/testing/setup/provided'
import { keepTraces, type ReceivedSpan } from '@utter/testing/setup/trace-receiver'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const hex = () => randomUUID().replaceAll('-', '')

/** Spans of a job's way, and below which each must be: `process name`. */
const parents = {
  'jobs POST /api/reply': 'gateway POST /api/reply',
  'chat work chat-requested': 'jobs POST /api/reply',
  'chat chat SmolLM2-135M-Instruct.Q4_1': 'chat work chat-requested',
  'jobs consume chat-started': 'chat work chat-requested',
  'jobs consume reply-written': 'chat work chat-requested',
  'speech work speech-requested': 'jobs consume reply-written',
  'jobs consume audio-stored': 'speech work speech-requested',
  'notifier consume job-finished': 'jobs consume audio-stored',
  'billing consume job-finished': 'jobs consume audio-stored',
  'referral consume job-finished': 'jobs consume audio-stored',
  'notifier send webhook': 'notifier consume job-finished',
  'jobs consume webhook-attempted': 'notifier consume job-finished',
}
const nameOf = ({ process, name }: ReceivedSpan) => `${process} ${name}`

type Traces = Awaited<ReturnType<typeof keepTraces>>

/** The spans of a trace, once these are among them and each has its parent. */
const wholeTrace = ({ spans }: Traces, traceId: string | undefined, names: string[]) =>
  eventually('the whole trace', async () => {
    const found = (await spans()).filter((span) => span.traceId === traceId)
    const ids = new Set(found.map(({ spanId }) => spanId))
    const isWhole = found.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId)).length === 1
    return isWhole && names.every((name) => found.some((span) => nameOf(span) === name)) && found
  })
const parentsOf = (spans: ReceivedSpan[], name: string) => {
  const byId = new Map(spans.map((span) => [span.spanId, nameOf(span)]))
  return new Set(spans.filter((span) => nameOf(span) === name).map((span) => byId.get(span.parentSpanId ?? '')))
}

test.each([
  ['of a client without traces', undefined],
  ['of a client with a trace of its own, which is not taken over', hex()],
])('one trace from the click to the sound, the stream and the webhook: %s', async (_name, foreign) => {
  await using traces = await keepTraces()
  await using receiver = await openWebhookReceiver()
  const customer = await signUpOnPlan(url, 'creator')
  const isEnd = ({ data }: { data: Record<string, unknown> }) => data.status === 'completed'
  const seen = await customer.open('/api/events', { enough: (events) => events.some(isEnd) })
  const [question, token] = ['Is a heliotrope purple?', hex()]
  const answer = await customer.post(
    '/api/reply',
    { userText: question, requestId: hex(), voiceId: 'default', webhookUrl: `${receiver.url}/${token}?key=${token}` },
    foreign ? { traceparent: `00-${foreign}-${foreign.slice(16)}-01` } : undefined,
  )
  await seen.over
  const job = await customer.job(jobIdOf(answer))
  expect(job).toMatchObject({ status: 'completed', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(job.traceId).not.toBe(foreign)

  const spans = await wholeTrace(traces, job.traceId, Object.keys(parents))
  expect(spans.filter(({ parentSpanId }) => !parentSpanId).map(nameOf)).toEqual(['gateway POST /api/reply'])
  for (const [name, parent] of Object.entries(parents))
    expect([name, ...parentsOf(spans, name)]).toEqual([name, parent])
  const voices = spans.filter(({ name }) => name.startsWith('text_to_speech '))
  expect(voices.length).toBeGreaterThan(0)
  for (const { name, process } of voices)
    expect([...parentsOf(spans, `${process} ${name}`)]).toEqual(['speech work speech-requested'])
  const sent = spans.flatMap(({ events = [] }) => events.map(({ name }) => name))
  expect(sent).toEqual(['sent to streams'])

  const secrets = ['heliotrope', job.aiResponse ?? '', token, customer.email, customer.headers.cookie ?? '']
  const telltale = (await traces.spans()).filter((span) =>
    secrets.some((secret) => JSON.stringify(span).includes(secret)),
  )
  expect(telltale.map(nameOf)).toEqual([])
})

test('a job that waited for others stays in the trace of its own submission, under its request', async () => {
  await using traces = await keepTraces()
  const customer = await Customer.signUp(url)
  const text = `${'It goes on and on for a while. '.repeat(8)}`
  const answers = []
  for (let i = 0; i < 3; i++) answers.push(await customer.speak(`${text} ${i}`))
  const last = answers[2]
  if (!last) throw new Error('no job was submitted')
  expect((last.body as { position: number }).position).toBeGreaterThan(0)
  const job = await customer.finished(jobIdOf(last))
  const spans = await wholeTrace(traces, job.traceId, ['notifier consume job-finished'])
  expect([...parentsOf(spans, 'speech work speech-requested')]).toEqual(['jobs POST /api/tts'])
})
