import { setTimeout as pause } from 'node:timers/promises'
import { paths } from '@utter/contracts/screens'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { useScreens } from '@utter/testing/customers/screens'
import pMap from 'p-map'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { growthOf } from './support/memory-of.ts'

const jobs = Number(process.env.HEAP_JOBS ?? 2_000)
const minutes = Number(process.env.HEAP_MINUTES ?? 30)
const minute = 60_000
/** Code and caches are whole after this part of the run. */
const warmUp = 0.2
/** Figures of a run: twice as many as the thirds that are compared need. */
const samples = 40
/** From the first third of a run to the last. A screen has more in its document while jobs are under way; a leak adds to it at each visit. */
const maxGrowth = { heap: 1.1, nodes: 1.3, listeners: 1.3 }
/** A list has all jobs of the account, up to 2,000. */
const maxBytesPerJob = 4_096
const walk = ['API Playground', 'Job Queue', 'Voice Chatbot', 'My Account', 'Dashboard']

const { openScreen, url } = useScreens()

type Memory = { heap: number; nodes: number; listeners: number }
/** Memory of a window, its garbage collected. */
async function memoryOfWindow(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes, listeners: jsEventListeners }
}

async function walkThrough(page: Page): Promise<void> {
  for (const name of walk) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await pause(500)
  }
}

test(`windows that are open for ${minutes} minutes while ${jobs} jobs are made have the memory of before`, {
  timeout: (minutes + 20) * minute,
}, async () => {
  const owner = await RetryingCustomer.signUp(url, 'enterprise')
  const { customer } = owner
  const open = async (path: string, title: string) => {
    const { page, complaints } = await openScreen(path, { customer })
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    return { page, complaints, session: await page.context().newCDPSession(page), memory: [] as Memory[] }
  }
  const windows = {
    dashboard: await open(paths.dashboard, 'Dashboard'),
    jobs: await open(paths.jobs, 'Job Queue'),
    walked: await open(paths.dashboard, 'Dashboard'),
  }

  const startedMs = Date.now()
  const passed = () => (Date.now() - startedMs) / (minutes * minute)
  const submitting = pMap(
    Array.from({ length: jobs }, (_, at) => at),
    async (at) => {
      await pause(startedMs + (at / jobs) * minutes * minute - Date.now())
      await owner.submit('/api/tts', `Number ${at}.`)
    },
    { concurrency: 4 },
  )
  for (let at = 1; at <= samples; at++) {
    while (passed() < at / samples) {
      await walkThrough(windows.walked.page)
      await pause(1_000)
    }
    for (const one of Object.values(windows)) {
      const memory = await memoryOfWindow(one.session)
      if (passed() > warmUp) one.memory.push(memory)
    }
    const told = Object.entries(windows).map(([name, { memory }]) => [name, memory.at(-1)])
    console.log(
      `${(passed() * minutes).toFixed(1)} min, ${owner.jobIds.length} jobs: ${JSON.stringify(Object.fromEntries(told))}`,
    )
  }
  await submitting
  const growth = (name: keyof typeof windows, of: keyof Memory) =>
    growthOf(windows[name].memory.map((one) => one[of])) ?? Number.NaN
  for (const of of ['heap', 'nodes', 'listeners'] as const) {
    expect(growth('dashboard', of), `${of} of the dashboard`).toBeLessThanOrEqual(maxGrowth[of])
    expect(growth('walked', of), `${of} of all screens in turn`).toBeLessThanOrEqual(maxGrowth[of])
  }
  const [first, last] = [windows.jobs.memory[0], windows.jobs.memory.at(-1)]
  expect((last?.heap ?? 0) - (first?.heap ?? 0)).toBeLessThan(jobs * maxBytesPerJob)
  expect(last?.nodes).toBeLessThanOrEqual(maxGrowth.nodes * (first?.nodes ?? 0))
  // A busy machine refuses calls at times: the customer repeats its own, and a window those that it needs.
  const complaints = Object.values(windows).flatMap((one) => one.complaints)
  expect(complaints.filter((one) => !one.includes('status of 503'))).toEqual([])
})
