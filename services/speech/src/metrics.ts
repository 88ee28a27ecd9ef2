import { Counter } from 'prom-client'

const characters = new Counter({
  name: 'spoken_characters_total',
  help: 'Characters that were spoken and paid for, by their provider',
  labelNames: ['provider'],
})

const fallbacks = new Counter({
  name: 'voice_fallbacks_total',
  help: 'Jobs that a voice of another provider spoke while the vendor of their own was away',
  labelNames: ['vendor', 'provider'],
})

const heard = new Counter({
  name: 'heard_pieces_total',
  help: 'Pieces of speech that a transcriber was asked for: whole, faulty, or unheard',
  labelNames: ['outcome'],
})

export const countHeard = (outcome: 'whole' | 'faulty' | 'unheard'): void => heard.inc({ outcome })

/** @param vendor of the job's own voice; undefined: not known, since its list could not be read */
export const countFallback = (vendor: string | undefined, provider: string): void =>
  fallbacks.inc({ vendor: vendor ?? 'unknown', provider })

export const countSpoken = (provider: string, count: number): void => characters.inc({ provider }, count)
