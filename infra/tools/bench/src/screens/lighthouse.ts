import type { BenchContext } from '../bench-context.ts'
import { installPeers, requirePeer } from '../peers/npm.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Points of 100. */
export type Scores = Record<(typeof categories)[number], number>
export type Audit = (path: string, headers: Record<string, string>, device: 'phone' | 'desktop') => Promise<Scores>

/** What is used of the package. */
type Lighthouse = {
  default(
    url: string,
    flags: Record<string, unknown>,
    config?: unknown,
  ): Promise<{ lhr: { categories: Record<string, { score: number | null }>; runtimeError?: { message: string } } }>
  desktopConfig: unknown
}

/** Audits by Lighthouse in a browser that listens on this port, each of them without a cache. */
export async function openLighthouse(context: BenchContext, url: string, port: number): Promise<Audit> {
  const lighthouse = requirePeer(await installPeers(context), 'lighthouse') as Lighthouse
  return async (path, extraHeaders, device) => {
    const flags = { port, logLevel: 'error', onlyCategories: [...categories], extraHeaders }
    const { lhr } = await lighthouse.default(
      new URL(path, url).href,
      flags,
      device === 'desktop' ? lighthouse.desktopConfig : undefined,
    )
    if (lhr.runtimeError) throw new Error(`Lighthouse could not audit ${path}: ${lhr.runtimeError.message}`)
    const pointsOf = (category: string) => Math.round(100 * (lhr.categories[category]?.score ?? Number.NaN))
    return Object.fromEntries(categories.map((category) => [category, pointsOf(category)])) as Scores
  }
}
