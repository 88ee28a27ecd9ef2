import { ReplyRequest, TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { expect, test } from 'vitest'
import { demoJobs } from '../src/demo/demo-jobs.ts'

const now = new Date('2026-03-20T12:30:00Z')
const jobs = demoJobs(200, now)
const hoursAgo = ({ createdAt }: { createdAt: Date }) => (now.getTime() - createdAt.getTime()) / 3_600_000
const count = (is: (job: (typeof jobs)[number]) => boolean) => jobs.filter(is).length

test('each is a request that its route accepts', () => {
  for (const { path, body } of jobs) {
    const Request = path === '/api/tts' ? TtsRequest : ReplyRequest
    expect(Request.safeParse({ ...body, requestId: 'r' }).error?.issues ?? []).toEqual([])
    expect(body.userText).not.toMatch(/[{}]|undefined/)
  }
})

test('there are replies, all four voices, unknown ones and cancelled ones, and texts that differ', () => {
  expect(count(({ path }) => path === '/api/reply')).toBe(40)
  expect(count(({ cancelled }) => cancelled)).toBe(5)
  for (const voice of ['joe', 'slt', 'rms', 'awb'])
    expect(count(({ body }) => body.voiceId === voice)).toBeGreaterThan(10)
  expect(count(({ body }) => ['clara', 'vc_narrator_2', 'en-US-Neural2-F'].includes(body.voiceId))).toBe(10)
  expect(jobs.filter(({ cancelled, path }) => cancelled && path === '/api/tts')).toEqual([])
  const replies = jobs.filter(({ path }) => path === '/api/reply')
  expect(new Set(replies.map(({ body }) => body.voiceId)).size).toBeGreaterThan(4)
  expect(new Set(jobs.map(({ body }) => body.userText)).size).toBeGreaterThan(180)
})

test('they lie in the last two days, oldest first, thick by day, and some in the present hour', () => {
  expect(jobs.map(hoursAgo)).toEqual(jobs.map(hoursAgo).toSorted((a, b) => b - a))
  expect(Math.max(...jobs.map(hoursAgo))).toBeLessThan(48.1)
  expect(Math.min(...jobs.map(hoursAgo))).toBeGreaterThan(0.02)
  expect(count((job) => hoursAgo(job) < 1)).toBeGreaterThan(2)
  const at = (from: number, to: number) =>
    count(({ createdAt }) => createdAt.getUTCHours() >= from && createdAt.getUTCHours() < to)
  expect(at(9, 18)).toBeGreaterThan(4 * at(0, 6))
})
