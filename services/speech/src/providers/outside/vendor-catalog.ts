import { VendorError } from '@utter/contracts/vendor-error'
import { LRUCache } from 'lru-cache'
import { findVoice } from '../../domain/find-voice.ts'
import type { Voice } from '../../domain/voice.ts'

/** A vendor adds voices seldom. */
const listedMs = 300_000
/** A list that could not be read again, and an id that did not exist: sooner. */
const againMs = 60_000
/** Without any list, so that a vendor that is away is not asked by each visitor. */
const failedMs = 10_000
const maxFound = 1_000

type Listed = { voices: Voice[] } | { failed: VendorError }
type Found = { voice?: Voice }
export type Catalog = {
  /** @throws VendorError while no list was ever read */
  voices(): Promise<Voice[]>
  /** A voice of the list, or one that the vendor has beside it. @throws VendorError */
  find(voiceId: string): Promise<Voice | undefined>
}

/** A vendor's voices, kept for some minutes: every list and every job asks for them. @param ask the vendor itself */
export function createCatalog(ask: Catalog, perf: { now(): number } = performance): Catalog {
  const lists = new LRUCache<'list', Listed>({
    max: 1,
    ttl: listedMs,
    ttlResolution: 0,
    perf,
    async fetchMethod(_, before, { options }) {
      try {
        return { voices: await ask.voices() }
      } catch (error) {
        if (!(error instanceof VendorError)) throw error
        options.ttl = before && 'voices' in before ? againMs : failedMs
        return before && 'voices' in before ? before : { failed: error }
      }
    },
  })
  const found = new LRUCache<string, Found>({
    max: maxFound,
    ttl: listedMs,
    ttlResolution: 0,
    perf,
    async fetchMethod(voiceId, _, { options }) {
      const voice = await ask.find(voiceId)
      if (!voice) options.ttl = againMs
      return voice ? { voice } : {}
    },
  })
  const voices = async () => {
    const listed = await lists.fetch('list')
    if (listed && 'failed' in listed) throw listed.failed
    return listed?.voices ?? []
  }
  return {
    voices,
    find: async (voiceId) => findVoice(await voices(), voiceId) ?? (await found.fetch(voiceId))?.voice,
  }
}
