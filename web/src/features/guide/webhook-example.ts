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

/** The same about a chapter of a work. */
export const workWebhookExample = {
  type: 'work.chapter.completed',
  timestamp: '2026-01-01T10:04:41.508Z',
  data: {
    workId: '3d1c9a52-7c1e-4a35-9a3d-0a3a4f0f2d11',
    requestId: 'guide-work-1',
    title: 'My first book',
    state: 'speaking',
    progress: 56,
    characters: 44,
    calls: 1,
    durationMs: 2040,
    chapter: {
      chapterId: '5b8f0c11-3f6c-4b1e-9d57-2a60f8b1e7d4',
      title: 'One',
      position: 0,
      revision: 1,
      state: 'completed',
      durationMs: 2040,
      audioUrl:
        'https://…/api/works/3d1c9a52-7c1e-4a35-9a3d-0a3a4f0f2d11/chapters/5b8f0c11-3f6c-4b1e-9d57-2a60f8b1e7d4/audio.mp3',
    },
  },
}

/** The same about the account itself. */
export const accountWebhookExample = {
  type: 'account.calls_used',
  timestamp: '2026-01-01T10:05:12.000Z',
  data: {
    noticeId: 'ntc_4mJw0yQd8n1Xc2VbT7rKpZ3s',
    notice: { kind: 'calls-used', percent: 80, used: 12000, limit: 15000 },
  },
}
