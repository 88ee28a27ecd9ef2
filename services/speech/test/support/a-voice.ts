import type { Voice } from '../../src/domain/voice.ts'

/** A quick English voice of a vendor that has no other. */
export const aVoice = (id: string, over: Partial<Voice> = {}): Voice => ({
  id,
  name: id,
  description: 'A voice',
  language: 'en',
  languages: [over.language ?? 'en'],
  speedClass: 'quick',
  settings: [],
  provider: 'fake',
  model: 'fake-1',
  aliases: [],
  ...over,
})
