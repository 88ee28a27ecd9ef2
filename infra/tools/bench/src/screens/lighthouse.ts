import { browserPath } from '@utter/testing/customers/browser'
import type { BenchContext } from '../bench-context.ts'
import { installPeers, requirePeer } from '../peers/npm.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Points of 100. */
export type Scores = Record<(typeof categories)[number], number>
export type Audit = (path: string, headers: Record<string, string>, device: 'phone' | 'desktop') => Promise<Scores>

/** The part of the package that is used. */
type Lighthouse = {
  default(url: string, flags: Record<string, unknown>, config?: unknown): Promise<{ lhr: Report }>
  desktopConfig: unknown
}
type Launcher = { launch(options: LaunchOptions): Promise<{ port: number; kill(): void }> }
type LaunchOptions = { chromePath: string; chromeFlags: string[] }
type Report = {
  categories: Record<string, { score: number | null }>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

/** The line of Lighthouse's own phone. */
const slowLine = { rttMs: 150, throughputKbps: 1638.4 }

/** Lighthouse's own, for a machine as fast as a desktop of its authors: an index of some 1,530. */
const defaultSlowdown = 4

/**
 * By how much Lighthouse's phone is slower than this machine: its default of 4, and less where this machine is slower than that assumes, or
 * busy. The lines are those of the calculator to which Lighthouse's page on throttling leads.
 */
export function slowdownOf(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return Math.min(defaultSlowdown, 3 + (benchmarkIndex - 1300) / 233)
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500
  return 1 + Math.max(0, benchmarkIndex - 150) / 650
}

/** Without a window, and without a graphics card played by the processor, which would be the phone's as well. */
const chromeFlags = ['--headless=new', '--disable-gpu', '--no-sandbox']

/** Lighthouse itself keeps cookies: the session's, which every visit renews, would sign in the next visitor. */
const clearStorageTypes = ['cookies', 'local_storage', 'indexeddb', 'service_workers', 'cache_storage']

/** Audits by Lighthouse in the browser of the tests, started as Lighthouse's own command starts one; each of them without a cache or a cookie. */
export async function openLighthouse(context: BenchContext, url: string): Promise<Audit> {
  const peers = await installPeers(context)
  const lighthouse = requirePeer(peers, 'lighthouse') as Lighthouse
  const { launch } = requirePeer(peers, 'chrome-launcher') as Launcher
  const chrome = await launch({ chromePath: await browserPath(), chromeFlags })
  context.closing.defer(() => chrome.kill())
  // A desktop's index until the first audit has measured this machine, then that of the audit before.
  let benchmarkIndex = 1_533
  return async (path, extraHeaders, device) => {
    const cpuSlowdownMultiplier = slowdownOf(benchmarkIndex)
    const flags = {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: [...categories],
      clearStorageTypes,
      extraHeaders,
      ...(device === 'phone' ? { throttling: { ...slowLine, cpuSlowdownMultiplier } } : {}),
    }
    const { lhr } = await lighthouse.default(
      new URL(path, url).href,
      flags,
      device === 'desktop' ? lighthouse.desktopConfig : undefined,
    )
    if (lhr.runtimeError) throw new Error(`Lighthouse could not audit ${path}: ${lhr.runtimeError.message}`)
    benchmarkIndex = lhr.environment.benchmarkIndex
    const pointsOf = (category: string) => Math.round(100 * (lhr.categories[category]?.score ?? Number.NaN))
    return Object.fromEntries(categories.map((category) => [category, pointsOf(category)])) as Scores
  }
}
