const paths = ['/api/reply', '/api/tts', '/api/batch', '/api/works']

/** Whether a route takes work: those of our own API, and those that clients of OpenAI and ElevenLabs know. */
export const isSubmission = (method: string, route: string): boolean =>
  method === 'POST' && (paths.includes(route) || route.startsWith('/v1/'))
