import type { SharedJob } from '@utter/contracts/http/jobs/share'

/** The secret of a link. */
export const aSecret = 'aB3-'.repeat(11).slice(1)

/** A shared job as a stranger with its link has it. */
export const aSharedJob = (over: Partial<SharedJob> = {}): SharedJob => ({
  ...{ userText: 'What is a lamp?', aiResponse: 'A small light.', voice: { id: 'joe', name: 'Joe' }, language: 'en' },
  ...{ durationMs: 13_000, peaks: [0.2, 0.8, 0.5], createdAt: '2026-01-01T12:00:00.000Z' },
  audioUrl: `/api/shared/${aSecret}/audio.mp3`,
  ...over,
})
