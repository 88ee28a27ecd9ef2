import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { WorkDryRun, WorkView } from '@utter/contracts/http/works/views'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testAudio } from '@utter/testing/setup/stores'
import { playedSound } from '@utter/testing/sound/played'
import { expect, test } from 'vitest'
import { bookText } from './support/book-text.ts'
import { disturb } from './support/disturb.ts'
import { joinsOf } from './support/joins.ts'
import { growthOf, memoryOf } from './support/memory-of.ts'
import { watchTakes } from './support/takes.ts'

const characters = Number(process.env.BOOK_CHARACTERS ?? 500_000)
/** Seconds from one death to the next, and that a backing server is away. */
const period = Number(process.env.BOOK_PERIOD_S ?? 60)
/** A chapter has three sections. */
const chapters = Math.max(1, Math.round(characters / 25_000))
const seed = 1
const minute = 60_000
/** Memory is looked at so often: on a quick machine a run has minutes enough for a third of them. */
const sampleMs = 15_000
/** A start of half an hour, and a pace that a loaded machine keeps. */
const allowedMs = 30 * minute + (characters / 500) * minute
/** After a start memory grows until caches and pools are full. */
const warmUpMinutes = 3
/** Growth from the first third of a run to the last. A process of jobs rests at 250 or at 350 MiB, whichever its last death has left it. */
const maxGrowth = { speech: 1.2, jobs: 1.5 }
/** Pieces of a section that a fault may have spoken again: the one that is being kept, and the one behind it. */
const unkeptEach = 2
const sectionsInFlight = 3
/** Two sections are joined with a second of silence, and no step that is heard as a click: speech itself has larger ones. */
const joined = { maxSilenceMs: 2_000, maxStep: 0.05 }

test(`a book of ${characters} characters under deaths and absences: spoken whole, each piece once, for the calls of its dry run`, {
  timeout: allowedMs,
}, async () => {
  const customer = await signUpOnPlan(ownPlatform().url, 'creator')
  await (await testOperator()).setRate(customer.email, 100_000)
  const book = {
    ...{ title: 'A long book', voiceId: 'slt', requestId: randomUUID() },
    chapters: bookText(characters, chapters, seed),
  }
  const dryRun = (await customer.post('/api/works?dryRun=true', book)).body as WorkDryRun
  await using closing = new AsyncDisposableStack()
  const takes = watchTakes(await testAudio(), customer.user?.id ?? '')
  closing.defer(takes.stop)

  const startedMs = Date.now()
  const minutesSince = () => (Date.now() - startedMs) / minute
  const report = (what: string) => console.log(`${minutesSince().toFixed(1)} min: ${what}`)
  const { workId } = (await customer.post('/api/works', book)).body as WorkView
  const read = async () => {
    const { status, body } = await customer.get(`/api/works/${workId}`)
    return status === 200 ? (body as WorkView) : undefined
  }
  let work: WorkView | undefined
  let firstPlayable: number | undefined
  const memory: Record<'speech' | 'jobs', number>[] = []

  const isOver = new AbortController()
  const disturbing = disturb({ periodMs: period * 1_000, progress: () => work?.progress ?? 0, report }, isOver.signal)
  closing.defer(async () => {
    isOver.abort()
    await disturbing
  })
  let toldMinutes = 0
  for (let nextMs = startedMs + minute; work?.state !== 'completed'; await pause(2_000)) {
    work = (await read().catch(() => undefined)) ?? work
    // Anything else would stay so for ever.
    expect(work?.state ?? 'speaking', work?.reason).toMatch(/^(speaking|completed)$/)
    const audioUrl = work?.chapters[0]?.audioUrl
    if (firstPlayable === undefined && audioUrl) {
      const range = { range: 'bytes=0-9999' }
      if ((await customer.get(audioUrl, range).catch(() => undefined))?.status === 206) firstPlayable = minutesSince()
    }
    if (Date.now() < nextMs) continue
    nextMs += sampleMs
    const now = await memoryOf(['speech', 'jobs'])
    if (minutesSince() > warmUpMinutes) memory.push(now)
    if (minutesSince() < toldMinutes + 1) continue
    toldMinutes = Math.floor(minutesSince())
    const { pieces, repeated } = takes.count()
    report(`${work?.progress} %, ${pieces} pieces, ${repeated} again; speech ${now.speech} MiB, jobs ${now.jobs} MiB`)
  }
  const minutes = minutesSince()
  isOver.abort()
  const { deaths, absent } = await disturbing
  await takes.stop()

  const { pieces, repeated } = takes.count()
  const figuresOf = (name: 'speech' | 'jobs') => memory.map((one) => one[name]).filter((mib) => mib > 0)
  const growth = { speech: growthOf(figuresOf('speech')), jobs: growthOf(figuresOf('jobs')) }
  console.table([
    {
      characters: dryRun.characters,
      'characters an hour': Math.round((dryRun.characters * 60) / minutes),
      'minutes of sound': Math.round((work?.durationMs ?? 0) / minute),
      minutes: Math.round(minutes),
      'first chapter after': firstPlayable?.toFixed(1),
      ...{ pieces, repeated, deaths: deaths.length, absent: absent.join(', '), ...growth },
    },
  ])
  expect(work?.chapters.map(({ state }) => state)).toEqual(Array.from({ length: chapters }, () => 'completed'))
  expect(work?.calls).toBe(dryRun.calls)
  const used = await eventually('usage is answered', async () => {
    const { status, body } = await customer.get('/api/usage')
    return status === 200 && (body as UsageView)
  })
  expect(used.apiCallsUsed).toBe(dryRun.calls)
  expect(pieces).toBeGreaterThan(characters / 200)
  const faults = deaths.filter((name) => name === 'speech').length + absent.length
  expect(repeated).toBeLessThanOrEqual(unkeptEach * sectionsInFlight * faults)
  expect(absent).toEqual(['kafka', 'mongo', 'redis'])
  expect(firstPlayable).toBeLessThan(minutes / 2)
  await expectAtRest(customer)
  const [{ audioUrl: first = '' } = {}] = work?.chapters ?? []
  const sound = await fetch(new URL(first, customer.url), { headers: customer.headers })
  const chapter = await playedSound(Buffer.from(await sound.arrayBuffer()))
  expect(Math.abs(chapter.lufs + 16)).toBeLessThanOrEqual(0.5)
  expect(chapter.truePeakDb).toBeLessThanOrEqual(-1)
  const { silencesMs, largestStep } = joinsOf(chapter)
  expect(silencesMs.length).toBeGreaterThan(characters / chapters / 500)
  expect(Math.max(...silencesMs)).toBeLessThanOrEqual(joined.maxSilenceMs)
  expect(largestStep).toBeLessThanOrEqual(joined.maxStep)
  expect(growth.speech ?? 1).toBeLessThanOrEqual(maxGrowth.speech)
  expect(growth.jobs ?? 1).toBeLessThanOrEqual(maxGrowth.jobs)
})
