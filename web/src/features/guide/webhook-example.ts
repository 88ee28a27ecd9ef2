/** The body of a webhook, as it arrives. */
export const webhookExample = {
  type: 'job.completed',
  timestamp: '2026-01-01T10:00:03.120Z',
  data: {
    jobId: '8d09901c-2f64-4c1b-9a55-0f3f1d2b7c90',
    requestId: 'guide-tts-1',
    sessionId: 'default',
    status: 'completed',
    audioUrl: 'https://…/audio/8d09901c-2f64-4c1b-9a55-0f3f1d2b7c90.mp3?expires=1767861600&signature=…',
    durationMs: 2840,
    voiceUsed: 'joe',
    provider: 'piper',
    checked: 'shape',
    cached: false,
    createdAt: '2026-01-01T10:00:01.660Z',
    completedAt: '2026-01-01T10:00:03.120Z',
  },
}
