import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { WorkView } from '@utter/contracts/http/works/views'
import { dirOf } from '@utter/local/models/prepared'
import { prepareVoice } from '@utter/local/models/voice'
import { createOperator, readTarget } from '@utter/operator/operator'
import { Customer } from '@utter/testing/customers/customer'
import type { Figure } from '../measure/figure.ts'
import { inTurns, pairsOf } from '../measure/turns.ts'
import { cpuMsOf, memoryBytesOf } from '../measure/usage.ts'
import { startOwn } from '../own-program.ts'
import { startPlatform } from '../platform.ts'
import type { Row } from '../row.ts'
import type { Service } from '../services.ts'

const voiceId = 'joe'
const bookCharacters = { quick: 6_000, full: 60_000 }
const pageCharacters = 1_800
const paragraphCharacters = 900
/** The voice alone speaks the first third of each book: rates are compared, and a pair takes minutes. */
const bareShare = 3
const lookEveryMs = 250

export const book: Row = {
  name: 'book',
  what: 'a work on the whole platform in a quick voice, from its submission until all of it is spoken, against the voice alone over the same text',
  isLong: true,
  async run(context) {
    const { options, settings, report } = context
    const url = await startPlatform(context)
    const target = await readTarget(join(context.dataDir, 'run.json'))
    const speech = target.run.processes.speech?.pid ?? 0
    const customer = await Customer.signUp(url)
    const operator = createOperator(target)
    await operator.setPlan(customer.email, 'creator')
    await operator.setRate(customer.email, 100_000)
    await untilOnPlan(customer)
    const voice = await prepareVoice({ cacheDir: settings.cacheDir, report })
    const bare = await startOwn(context, 'bare-voice', { VOICE_DIR: dirOf(voice), VOICE: voiceId })
    const characters = options.quick ? bookCharacters.quick : bookCharacters.full
    // A text of its own each time: what an account has kept is not spoken again.
    let texts = 0
    const speak = (length: number) => speakWork(customer, speech, paragraphsOf(length, `book ${++texts}`))
    let last: string[] = []
    await speak(pageCharacters) // Loads the model, and starts the engines.
    const rounds = await inTurns(
      options.pairs,
      {
        page: () => speak(pageCharacters),
        ours: () => {
          last = paragraphsOf(characters, `book ${++texts}`)
          return speakWork(customer, speech, last)
        },
        bare: () => speakBare(bare, last.slice(0, Math.ceil(last.length / bareShare))),
      },
      report,
    )
    return {
      figures: figuresOf(rounds),
      notes: [
        `A book has ${characters.toLocaleString('en')} characters of made sentences in chapters of up to 50,000, a page ${pageCharacters.toLocaleString('en')}. The platform speaks as many pieces at once as the machine has cores, two at least; the voice alone one, of the first third of the same book. s/s: processor seconds for a second of sound, of the process with its engines. The platform is idle while the voice alone speaks.`,
      ],
    }
  },
}

type Round = { page: Spoken; ours: Spoken; bare: Omit<Spoken, 'megabytes'> }
/** `soundSeconds`: of all chapters. `megabytes`: the most that speech and its engines held, in proportional memory. */
type Spoken = { characters: number; seconds: number; soundSeconds: number; cpuSeconds: number; megabytes: number }

function figuresOf(rounds: Round[]): Figure[] {
  const perHour = ({ characters, seconds }: Omit<Spoken, 'megabytes'>) => (characters / seconds) * 3_600
  const timesReal = ({ soundSeconds, seconds }: Omit<Spoken, 'megabytes'>) => soundSeconds / seconds
  const cpu = ({ cpuSeconds, soundSeconds }: Omit<Spoken, 'megabytes'>) => cpuSeconds / soundSeconds
  const toBare = (of: (spoken: Omit<Spoken, 'megabytes'>) => number) =>
    pairsOf(
      rounds,
      ({ ours }) => of(ours),
      ({ bare }) => of(bare),
    )
  const against = 'the voice alone'
  return [
    { name: 'characters', unit: 'an hour', kind: 'ratio', isMoreBetter: true, against, pairs: toBare(perHour) },
    { name: 'times real time', unit: '×', kind: 'ratio', isMoreBetter: true, against, pairs: toBare(timesReal) },
    { name: 'processor', unit: 's/s', kind: 'ratio', against, pairs: toBare(cpu) },
    {
      ...{ name: 'memory of speech', unit: 'MB', kind: 'difference', against: 'a page' },
      pairs: pairsOf(
        rounds,
        ({ ours }) => ours.megabytes,
        ({ page }) => page.megabytes,
      ),
    },
  ]
}

/** Sentences of different lengths that no other text has. */
function paragraphsOf(characters: number, of: string): string[] {
  const paragraphs: string[] = []
  let [total, at] = [0, 0]
  while (total < characters) {
    let paragraph = ''
    for (; paragraph.length < paragraphCharacters && total + paragraph.length < characters; at++)
      paragraph += `On day ${at} of ${of} the harbour was quiet${at % 2 ? ', and nobody on the quay said a word' : ''}. `
    paragraphs.push(paragraph.trim())
    total += paragraph.length
  }
  return paragraphs
}
const lengthOf = (paragraphs: string[]) => paragraphs.reduce((sum, { length }) => sum + length, 0)

async function speakWork(customer: Customer, pid: number, paragraphs: string[]): Promise<Spoken> {
  const chapters = Array.from({ length: Math.ceil(paragraphs.length / 50) }, (_, index) => ({
    title: `Chapter ${index + 1}`,
    paragraphs: paragraphs.slice(index * 50, (index + 1) * 50).map((text) => ({ text })),
  }))
  const before = cpuMsOf(pid)
  const beganMs = performance.now()
  const work = { title: 'A book', requestId: randomUUID(), voiceId, chapters }
  const { status, body } = await customer.post('/api/works', work)
  if (status !== 202) throw new Error(`The work was answered with ${status}: ${JSON.stringify(body)}`)
  const path = `/api/works/${(body as WorkView).workId}`
  for (let bytes = 0; ; await pause(lookEveryMs)) {
    bytes = Math.max(bytes, memoryBytesOf(pid))
    const { state, durationMs } = (await customer.get(path)).body as WorkView
    if (state === 'failed' || state === 'paused') throw new Error(`The work is ${state}`)
    if (state !== 'completed') continue
    return {
      characters: lengthOf(paragraphs),
      seconds: (performance.now() - beganMs) / 1_000,
      soundSeconds: durationMs / 1_000,
      cpuSeconds: (cpuMsOf(pid) - before) / 1_000,
      megabytes: bytes / 1e6,
    }
  }
}

async function speakBare({ url, pid }: Service, paragraphs: string[]): Promise<Omit<Spoken, 'megabytes'>> {
  const before = cpuMsOf(pid)
  const beganMs = performance.now()
  let soundSeconds = 0
  for (const text of paragraphs) {
    const answer = await fetch(url, { method: 'POST', body: text })
    soundSeconds += ((await answer.json()) as { seconds: number }).seconds
  }
  const seconds = (performance.now() - beganMs) / 1_000
  return { characters: lengthOf(paragraphs), seconds, soundSeconds, cpuSeconds: (cpuMsOf(pid) - before) / 1_000 }
}

/** The gateway, jobs and account know the plan a moment after it was set. */
async function untilOnPlan(customer: Customer): Promise<void> {
  const asked = {
    title: 'A page',
    requestId: 'dry',
    voiceId,
    chapters: [{ title: 'One', paragraphs: [{ text: 'Yes.' }] }],
  }
  while ((await customer.post('/api/works?dryRun=true', asked)).status !== 200) await pause(lookEveryMs)
}
