import { Counter } from 'prom-client'

const characters = new Counter({
  name: 'spoken_characters_total',
  help: 'Characters that were spoken and paid for, by their provider',
  labelNames: ['provider'],
})

export const countSpoken = (provider: string, count: number): void => characters.inc({ provider }, count)
